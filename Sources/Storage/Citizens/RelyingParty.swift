/// A relying party: who may open sessions.
public struct RelyingParty: Sendable, Equatable {
    public let id: String
    /// The registered name, shown to citizens.
    public let name: String
    /// How verification codes are made for it, such as "numeric4".
    public let vcFormat: String
    public let isEnabled: Bool
    /// Whether it may send the flat bodies of the older clients.
    public let acceptsFlatBodies: Bool
    /// Unix milliseconds.
    public let createdAt: Int64

    static let columns: SQL = "id, name, vc_format, enabled, created_at, accepts_flat"

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        name = try row.text()
        vcFormat = try row.text()
        isEnabled = try row.bool()
        createdAt = try row.time()
        acceptsFlatBodies = try row.bool()
    }
}
