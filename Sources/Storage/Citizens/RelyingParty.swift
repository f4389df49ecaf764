/// A relying party: who may open sessions.
public struct RelyingParty: Sendable, Equatable {
    public let id: String
    /// The registered name, shown to citizens.
    public let name: String
    public let isEnabled: Bool
    /// Unix milliseconds.
    public let createdAt: Int64
    public let settings: RelyingPartySettings

    static let columns: SQL = "p.id, p.name, p.enabled, p.created_at," + RelyingPartySettings.columns

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        name = try row.text()
        isEnabled = try row.bool()
        createdAt = try row.time()
        settings = try RelyingPartySettings(&row)
    }

    /// The first row, if there is one.
    static func first(of found: ResultSet) throws(StorageError) -> RelyingParty? {
        guard var row = found.first else { return nil }
        return try RelyingParty(&row)
    }
}
