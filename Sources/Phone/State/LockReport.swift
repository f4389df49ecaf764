import Wire

/// The phone's last word about a key: the proof that a c3 under the server's signature gave no signature.
public struct LockReport: Sendable, Equatable {
    public let sessionId: String
    /// The check that failed: `C3_RANGE`, `C3_COPRIME` or `C3_INVALID`.
    public let cause: String
    /// The body of finish with `failure` and `proof`, byte for byte.
    public let body: [UInt8]
    /// Whether the server has taken it; until then it is sent again.
    public var isAcknowledged = false

    init(sessionId: String, cause: String, body: [UInt8]) {
        self.sessionId = sessionId
        self.cause = cause
        self.body = body
    }

    init(_ fields: JSONFields) throws(FieldError) {
        sessionId = try fields.string("sessionId", characters: 1...128)
        cause = try fields.string("cause", maxCharacters: 64)
        body = try fields.base64("body")
        isAcknowledged = try fields.bool("acknowledged")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("sessionId", sessionId)
            writer.member("cause", cause)
            writer.member("body", base64: body)
            writer.member("acknowledged", isAcknowledged)
        }
    }
}
