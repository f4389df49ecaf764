/// An enrolled phone; its document number is its name everywhere.
public struct Device: Sendable, Equatable {
    public enum State: String, Sendable {
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
        case revoked = "REVOKED"
    }

    public let documentNumber: String
    public let citizenId: String
    public let platform: String
    public let name: String
    public let pushToken: String?
    public let state: State
    /// Unix milliseconds of the token's first use; nil before, when the enrolment's answer must still be erased.
    public let tokenUsedAt: Int64?
    /// Unix milliseconds.
    public let createdAt: Int64

    static let columns: SQL =
        "d.document_number, d.citizen_id, d.platform, d.name, d.push_token, d.state, d.token_used_at, d.created_at"

    init(_ row: inout RowReader) throws(StorageError) {
        documentNumber = try row.uuid()
        citizenId = try row.uuid()
        platform = try row.text()
        name = try row.text()
        pushToken = try row.optionalText()
        state = try row.name(State.self)
        tokenUsedAt = try row.optionalTime()
        createdAt = try row.time()
    }
}
