import Crypto
import Wire

/// T of threshold-ecdsa A.6: the tokens one of which the server's h is the hash of, newest first.
///
/// A token is put in and made durable before the S3 that names it leaves; only an S4 empties the rest. A lost S3 or S4
/// leaves both in the set, so the next S3 always matches.
public struct RatchetSet: Sendable, Equatable {
    /// 16: an S3 may carry 15 candidates beside the new token.
    public static let limit = Ratchet.candidateLimit + 1

    /// 32 bytes each.
    public let tokens: [[UInt8]]

    /// The set after S4, or after key generation.
    public init(only token: [UInt8]) { tokens = [token] }

    private init(tokens: [[UInt8]]) { self.tokens = tokens }

    /// Whether there is no room for another token: the phone must first ask which one the server holds.
    public var isFull: Bool { tokens.count >= Self.limit }

    /// T ∪ {t'}; nil when the set is full.
    public func adding(_ token: [UInt8]) -> RatchetSet? {
        isFull ? nil : RatchetSet(tokens: [token] + tokens)
    }

    init(_ fields: JSONFields) throws(FieldError) {
        tokens = try fields.array("ratchet", count: 1...Self.limit).mapTyped { (item) throws(FieldError) in
            try item.base64(bytes: 32)
        }
    }

    /// Writes the member `ratchet`.
    func write(to writer: inout JSONWriter) {
        writer.memberArray("ratchet") { list in for token in tokens { list.value(base64: token) } }
    }
}
