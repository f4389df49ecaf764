import Wire

/// A pending session in the list. Only the id is relied upon; the rest is for the eye.
public struct SessionSummary: Sendable, Equatable {
    public let sessionId: String
    public let flow: String
    public let relyingPartyName: String
    /// Unix seconds.
    public let expiresAt: Int64?

    init(_ fields: JSONFields) throws(FieldError) {
        sessionId = try fields.string("sessionId", characters: 1...128)
        flow = try fields.optionalString("flow") ?? ""
        let sent = try fields.optionalString("relyingPartyName") ?? ""
        relyingPartyName = try fields.optionalString("relyingPartyRegisteredName") ?? sent
        expiresAt = try fields.optionalString("expiresAt").flatMap { Timestamp.parse($0) }
    }
}
