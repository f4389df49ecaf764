import Crypto
import Wire

/// The encoding of everything that is hashed or sent (wire appendix §2).
enum TLVFamily: VectorFamily {
    static let name = "tlv"
    static let explanation = "A value and its one encoding; decoding is strict, so that every encoding has one value."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let value = try TypedValue.read(vector["value"])
        try vector["encoding"].equals(value.encoding)
        vector.require(try TLV(decoding: value.encoding) == value, "does not decode to the value that it encodes")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        _ = try TLV(decoding: vector["encoding"].bytes())
    }
}

/// Typed members of vectors: `{"bytes"|"point"|"integer"|"u64": hex}` or `{"list": […]}`.
enum TypedValue {
    static func read(_ node: VectorNode) throws(CryptoError) -> TLV {
        if let bytes = node.optional("bytes") { return .bytes(try bytes.bytes()) }
        if let point = node.optional("point") { return .point(try point.bytes()) }
        if let integer = node.optional("integer") { return .integer(try integer.integer()) }
        if let number = node.optional("u64") {
            let bytes = try number.bytes()
            guard bytes.count == 8 else { throw number.malformed("8 bytes") }
            return .u64(bytes.reduce(0) { $0 << 8 | UInt64($1) })
        }
        return .list(try members(node["list"]))
    }

    static func members(_ node: VectorNode) throws(CryptoError) -> [TLV] {
        var out: [TLV] = []
        for element in try node.elements() { out.append(try read(element)) }
        return out
    }
}
