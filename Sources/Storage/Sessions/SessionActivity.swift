/// One line of a citizen's history.
public struct SessionActivity: Sendable, Equatable {
    public let sessionId: String
    public let flow: String
    public let registeredName: String
    public let relyingPartyName: String
    /// Base64 text; the display text is in it.
    public let interactions: String
    public let interactionTypeUsed: String?
    /// nil while running.
    public let endResult: String?
    /// True when a c3 left and no signature came back: one may exist.
    public let signatureMayExist: Bool
    /// Unix milliseconds of the end, or of the beginning while running.
    public let timestamp: Int64

    init(_ row: inout RowReader) throws(StorageError) {
        sessionId = try row.uuid()
        flow = try row.text()
        registeredName = try row.text()
        relyingPartyName = try row.text()
        interactions = try row.text()
        interactionTypeUsed = try row.optionalText()
        endResult = try row.optionalText()
        signatureMayExist = try row.bool()
        timestamp = try row.time()
    }
}
