/// Citizens.
public struct CitizenStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Adds the citizen, or takes over the names when the civil id is known; returns the id that stands. A registration
    /// number that belongs to another civil id is `uniqueViolation`.
    @discardableResult
    public func upsert(_ citizen: Citizen, deadline: StorageDeadline) throws(StorageError) -> String {
        let found = try pool.query(
            Self.upsertStatement,
            [
                .uuid(citizen.id), .text(citizen.civilID), .text(citizen.registrationNumber), .text(citizen.givenName),
                .text(citizen.surname), .text(citizen.givenNameLatin), .text(citizen.surnameLatin),
            ], deadline: deadline)
        guard var row = found.first else { throw .other(sqlState: "XX000", reason: "upsert returned nothing") }
        return try row.uuid()
    }

    /// The citizen with this civil id or registration number. The two cannot be confused: a civil id has digits only, a
    /// registration number begins with letters.
    public func bySemanticId(_ identifier: String, deadline: StorageDeadline) throws(StorageError) -> Citizen? {
        try one(Self.bySemantic, .text(identifier), deadline)
    }

    public func byId(_ id: String, deadline: StorageDeadline) throws(StorageError) -> Citizen? {
        try one(Self.byIdStatement, .uuid(id), deadline)
    }

    private func one(
        _ statement: Statement, _ key: Parameter, _ deadline: StorageDeadline
    ) throws(StorageError) -> Citizen? {
        guard var row = try pool.query(statement, [key], deadline: deadline).first else { return nil }
        return try Citizen(&row)
    }

    private static let upsertStatement = Statement(
        "citizen.upsert",
        """
        INSERT INTO citizen (id, civil_id, registration_number, given_name, surname, given_name_latin, surname_latin)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (civil_id) DO UPDATE SET registration_number = excluded.registration_number,
            given_name = excluded.given_name, surname = excluded.surname,
            given_name_latin = excluded.given_name_latin, surname_latin = excluded.surname_latin
        RETURNING id
        """)
    private static let bySemantic = Statement(
        "citizen.bySemantic",
        "SELECT" + Citizen.columns + "FROM citizen c WHERE c.civil_id = $1 OR c.registration_number = $1 LIMIT 1")
    private static let byIdStatement = Statement(
        "citizen.byId", "SELECT" + Citizen.columns + "FROM citizen c WHERE c.id = $1")
}
