/// A log-in or a signature of the past, or one that runs.
public struct RegisteredSession: Sendable, Equatable {
    public let sessionId: String
    /// "AUTHENTICATION" or "SIGNATURE".
    public let flow: String
    /// Nil while running.
    public let endResult: String?
    /// Base64 text; the display text is in it.
    public let interactions: String
    public let interactionTypeUsed: String?
    /// Unix milliseconds of the end, or of the beginning while running.
    public let timestamp: Int64

    init(_ row: inout RowReader) throws(StorageError) {
        sessionId = try row.uuid()
        flow = try row.text()
        endResult = try row.optionalText()
        interactions = try row.text()
        interactionTypeUsed = try row.optionalText()
        timestamp = try row.time()
    }
}
