extension TLV {
    /// Strict decoding of exactly one value.
    /// - Throws: the code of wire appendix §2 for the first thing that is wrong, read from left to right.
    public init(decoding bytes: [UInt8]) throws(CryptoError) {
        var decoder = TLVDecoder(bytes: bytes)
        self = try decoder.value(depth: 1, end: bytes.count)
        guard holds("TLV_TRAILING", decoder.position == bytes.count) else {
            throw CryptoError("TLV_TRAILING", "bytes after the one value")
        }
    }
}

/// Reads TLV values from left to right; every length is checked against what is left before it is used.
private struct TLVDecoder {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func value(depth: Int, end: Int) throws(CryptoError) -> TLV {
        guard holds("TLV_DEPTH", depth <= TLV.maximumDepth) else { throw CryptoError("TLV_DEPTH", "nested too deep") }
        guard end - position >= 5 else { throw CryptoError("TLV_TRUNCATED", "header cut off") }
        let tag = bytes[position]
        let length = bytes[(position + 1)..<(position + 5)].reduce(0) { $0 << 8 | Int($1) }
        guard holds("TLV_TAG", (1...5).contains(tag)) else { throw CryptoError("TLV_TAG", "unknown tag") }
        position += 5
        guard length <= end - position else { throw CryptoError("TLV_TRUNCATED", "value cut off") }
        let valueEnd = position + length
        defer { position = max(position, valueEnd) }
        switch tag {
        case 1: return .bytes(Array(bytes[position..<valueEnd]))
        case 2: return try point(valueEnd)
        case 3: return try integer(valueEnd)
        case 4: return try u64(valueEnd)
        default: return try list(depth: depth, valueEnd)
        }
    }

    private func point(_ valueEnd: Int) throws(CryptoError) -> TLV {
        guard holds("TLV_POINT_FORMAT/length", valueEnd - position == Point.byteCount),
            holds("TLV_POINT_FORMAT/prefix", bytes[position] == 0x04)
        else {
            throw CryptoError("TLV_POINT_FORMAT", "a point is 65 bytes and begins with 04")
        }
        return .point(Array(bytes[position..<valueEnd]))
    }

    private func integer(_ valueEnd: Int) throws(CryptoError) -> TLV {
        guard valueEnd > position, holds("TLV_INTEGER_SIGN", bytes[position] <= 1) else {
            throw CryptoError("TLV_INTEGER_SIGN")
        }
        let negative = bytes[position] == 1
        let magnitude = Array(bytes[(position + 1)..<valueEnd])
        guard holds("TLV_INTEGER_NEGATIVE_ZERO", !negative || !magnitude.isEmpty) else {
            throw CryptoError("TLV_INTEGER_NEGATIVE_ZERO")
        }
        guard holds("TLV_INTEGER_NOT_MINIMAL", magnitude.first != 0) else {
            throw CryptoError("TLV_INTEGER_NOT_MINIMAL")
        }
        return .integer(negative: negative, magnitude: magnitude)
    }

    private func u64(_ valueEnd: Int) throws(CryptoError) -> TLV {
        guard holds("TLV_U64_LENGTH", valueEnd - position == 8) else { throw CryptoError("TLV_U64_LENGTH") }
        return .u64(bytes[position..<valueEnd].reduce(0) { $0 << 8 | UInt64($1) })
    }

    private mutating func list(depth: Int, _ valueEnd: Int) throws(CryptoError) -> TLV {
        guard valueEnd - position >= 8 else { throw CryptoError("TLV_LIST_COUNT", "no count") }
        let count = bytes[position..<(position + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        position += 8
        // An item has five bytes of header at least: this bounds the allocation by what was sent.
        guard holds("TLV_LIST_COUNT/bound", count <= UInt64((valueEnd - position) / 5)) else {
            throw CryptoError("TLV_LIST_COUNT", "more items announced than the bytes can hold")
        }
        var items: [TLV] = []
        items.reserveCapacity(Int(count))
        for _ in 0..<count { items.append(try value(depth: depth + 1, end: valueEnd)) }
        guard holds("TLV_LIST_COUNT/rest", position == valueEnd) else {
            throw CryptoError("TLV_LIST_COUNT", "bytes after the last item")
        }
        return .list(items)
    }
}
