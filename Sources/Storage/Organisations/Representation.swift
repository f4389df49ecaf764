/// Somebody's right to act for an organisation, one that was not revoked.
public struct Representation: Sendable, Equatable {
    public enum RightType: String, Sendable {
        /// May also say who else may.
        case admin = "ADMIN"
        case manager = "MANAGER"
    }

    public enum Source: String, Sendable {
        /// From the state's register.
        case registry = "REGISTRY"
        /// From somebody who may say so.
        case manual = "MANUAL"
    }

    public enum State: String, Sendable {
        /// Not confirmed by a signature yet.
        case pending = "PENDING"
        case active = "ACTIVE"
    }

    public let id: String
    public let citizenId: String
    public let role: String?
    public let rightType: RightType
    public let source: Source
    public let state: State
    /// Unix milliseconds.
    public let validFrom: Int64
    /// Unix milliseconds; nil: until revoked.
    public let validTo: Int64?
    /// By the database's clock when the row was read.
    public let isExpired: Bool

    static let columns: SQL = """
        r.id, r.citizen_id, r.role, r.right_type, r.source, r.state, r.valid_from, r.valid_to,
        coalesce(r.valid_to <= clock_timestamp(), false)
        """

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.uuid()
        citizenId = try row.uuid()
        role = try row.optionalText()
        rightType = try row.name(RightType.self)
        source = try row.name(Source.self)
        state = try row.name(State.self)
        validFrom = try row.time()
        validTo = try row.optionalTime()
        isExpired = try row.bool()
    }

    /// Reads the columns of an outer join from a reader that stands before them and may be left there.
    static func optional(_ row: RowReader) throws(StorageError) -> Representation? {
        var look = row
        guard try look.optionalUUID() != nil else { return nil }
        var reader = row
        return try Representation(&reader)
    }
}
