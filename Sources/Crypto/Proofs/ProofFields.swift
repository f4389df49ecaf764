/// Reads the items of a proof's TLV list; the proof names its own code for a wrong shape. Each check is one for all
/// proofs: its switch stands under the code of the proof that uses it most.
struct ProofFields {
    private let items: [TLV]
    private let code: String

    /// - Throws: `code` unless `bytes` is one TLV list of exactly `count` items.
    init(_ bytes: [UInt8], count: Int, code: String) throws(CryptoError) {
        guard case .list(let items)? = try? TLV(decoding: bytes), holds("FAC_ENCODING/count", items.count == count)
        else {
            throw CryptoError(code, "not a list of \(count) items")
        }
        self.items = items
        self.code = code
    }

    func bytes(_ index: Int, width: Int) throws(CryptoError) -> [UInt8] {
        guard case .bytes(let value) = items[index], holds("FAC_ENCODING/width", value.count == width) else {
            throw CryptoError(code, "item \(index + 1) is not \(width) bytes")
        }
        return value
    }

    /// Bytes of any width.
    func bytes(_ index: Int) throws(CryptoError) -> [UInt8] {
        guard case .bytes(let value) = items[index] else { throw CryptoError(code, "item \(index + 1) is no bytes") }
        return value
    }

    func point(_ index: Int) throws(CryptoError) -> [UInt8] {
        guard case .point(let value) = items[index] else {
            throw CryptoError(code, "item \(index + 1) is not a point")
        }
        return value
    }

    func integer(_ index: Int) throws(CryptoError) -> SignedBytes {
        guard case .integer(let negative, let magnitude) = items[index] else {
            throw CryptoError(code, "item \(index + 1) is not a signed integer")
        }
        return SignedBytes(negative: negative, magnitude: magnitude)
    }

    func list(_ index: Int, count: Int, width: Int) throws(CryptoError) -> [[UInt8]] {
        guard case .list(let values) = items[index], holds("MOD_ENCODING/list", values.count == count) else {
            throw CryptoError(code, "item \(index + 1) is not a list of \(count)")
        }
        var out: [[UInt8]] = []
        out.reserveCapacity(count)
        for value in values {
            guard case .bytes(let bytes) = value, holds("MOD_ENCODING/list-width", bytes.count == width) else {
                throw CryptoError(code, "item \(index + 1) holds something other than \(width) bytes")
            }
            out.append(bytes)
        }
        return out
    }
}

/// A signed integer as it stands in a message, before its bound is checked.
struct SignedBytes: Sendable, Equatable {
    let negative: Bool
    let magnitude: [UInt8]

    init(negative: Bool, magnitude: [UInt8]) {
        self.negative = negative
        self.magnitude = magnitude
    }

    init(_ value: borrowing Integer) {
        self.init(negative: value.isNegative, magnitude: value.magnitudeBytes)
    }

    var tlv: TLV { .integer(negative: negative, magnitude: magnitude) }

    var value: Integer {
        let magnitude = Integer(bytes: self.magnitude)
        return negative ? -magnitude : magnitude
    }

    /// |value| < 2^bits, judged by the length before any number is built.
    func isBelow(bits: Int) -> Bool { bitLength <= bits }

    /// |value| ≤ 2^bits.
    func isAtMost(bits: Int) -> Bool {
        if bitLength <= bits { return true }
        return bitLength == bits + 1 && magnitude[0].nonzeroBitCount == 1
            && magnitude.dropFirst().allSatisfy { $0 == 0 }
    }

    private var bitLength: Int {
        guard let first = magnitude.first else { return 0 }
        return magnitude.count * 8 - first.leadingZeroBitCount
    }
}
