import Wire

/// One line of the history (mobile-api §5).
public struct ActivityEntry: Sendable, Equatable {
    public let sessionId: String
    public let flow: String
    public let relyingPartyName: String
    public let endResult: String
    public let displayText: String
    /// The server gave its part and saw no signature: one may exist.
    public let signatureMayExist: Bool
    /// RFC 3339.
    public let timestamp: String

    init(_ fields: JSONFields) throws(FieldError) {
        sessionId = try fields.string("sessionId", characters: 1...128)
        flow = try fields.optionalString("flow") ?? ""
        relyingPartyName = try fields.optionalString("relyingPartyName") ?? ""
        endResult = try fields.optionalString("endResult") ?? ""
        displayText = try fields.optionalString("displayText") ?? ""
        signatureMayExist = try fields.optionalBool("signatureMayExist") ?? false
        timestamp = try fields.optionalString("timestamp") ?? ""
    }
}
