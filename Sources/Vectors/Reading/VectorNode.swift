import Crypto
import Wire

/// One member of a vector together with where it stands. Reading it is remembered: a member that no check has read is
/// itself a failure, because a changed byte in it would go unseen.
///
/// A member that is missing or not of its form is `VECTOR_FORMAT`, a code that no vector expects.
struct VectorNode: Sendable {
    let value: JSONValue
    /// The JSON pointer inside the vector (RFC 6901); empty for the vector itself.
    let pointer: String
    let trace: VectorTrace

    /// A whole vector with a fresh trace.
    init(_ value: JSONValue, trace: VectorTrace = VectorTrace()) {
        self.init(value: value, pointer: "", trace: trace)
    }

    init(value: JSONValue, pointer: String, trace: VectorTrace) {
        self.value = value
        self.pointer = pointer
        self.trace = trace
    }

    func malformed(_ expected: String) -> CryptoError {
        CryptoError("VECTOR_FORMAT", "\(pointer.isEmpty ? "/" : pointer): expected \(expected)")
    }

    // MARK: Structure

    subscript(_ name: String) -> VectorNode {
        get throws(CryptoError) {
            guard let member = self.optional(name) else { throw malformed("a member \(name)") }
            return member
        }
    }

    func optional(_ name: String) -> VectorNode? {
        guard let member = value[name] else { return nil }
        return VectorNode(value: member, pointer: pointer + "/" + name, trace: trace)
    }

    func elements() throws(CryptoError) -> [VectorNode] {
        guard let elements = value.array else { throw malformed("a list") }
        if elements.isEmpty { trace.read(pointer) }
        return elements.enumerated().map {
            VectorNode(value: $1, pointer: "\(pointer)/\($0)", trace: trace)
        }
    }

    func element(_ index: Int) throws(CryptoError) -> VectorNode {
        let all = try elements()
        guard all.indices.contains(index) else { throw malformed("an element \(index)") }
        return all[index]
    }

    // MARK: Values

    func text() throws(CryptoError) -> String {
        guard let text = value.string else { throw malformed("a text") }
        trace.read(pointer)
        return text
    }

    /// Bytes of lower-case hexadecimal; one text for one byte string.
    func bytes() throws(CryptoError) -> [UInt8] {
        let text = try text()
        guard let bytes = Hex.decode(text), Hex.encode(bytes).utf8.elementsEqual(text.utf8) else {
            throw malformed("bytes in lower-case hexadecimal")
        }
        return bytes
    }

    func u64() throws(CryptoError) -> UInt64 {
        guard let number = value.int64, number >= 0 else { throw malformed("a number") }
        trace.read(pointer)
        return UInt64(number)
    }

    func flag() throws(CryptoError) -> Bool {
        guard let flag = value.bool else { throw malformed("true or false") }
        trace.read(pointer)
        return flag
    }

    /// A signed integer in minimal hexadecimal.
    func integer() throws(CryptoError) -> Integer {
        let text = try text()
        guard let value = HexInteger.decode(text) else { throw malformed("an integer in minimal hexadecimal") }
        return value
    }

    /// An unsigned integer of full width.
    /// - Parameter width: the bytes that it may have
    func wideInteger(atMost width: Int = 1024) throws(CryptoError) -> Integer {
        let bytes = try bytes()
        guard bytes.count <= width else { throw malformed("at most \(width) bytes") }
        return Integer(bytes: bytes)
    }

    /// A scalar of 32 bytes.
    func scalar() throws(CryptoError) -> Scalar {
        do { return try Scalar(bytes: try bytes()) } catch { throw malformed("a scalar below the order") }
    }

    func point() throws(CryptoError) -> Point {
        do { return try Point(encoding: try bytes()) } catch { throw malformed("a point of P-256") }
    }

    func byteLists() throws(CryptoError) -> [[UInt8]] {
        var out: [[UInt8]] = []
        for element in try elements() { out.append(try element.bytes()) }
        return out
    }
}
