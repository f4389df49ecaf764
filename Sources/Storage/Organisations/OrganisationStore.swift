/// Organisations and who may represent them. Rights are never deleted: a revoked one stays for the record.
public struct OrganisationStore: Sendable {
    let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    public func organisation(
        _ register: String, deadline: StorageDeadline
    ) throws(StorageError) -> Organisation? {
        guard var row = try pool.query(OrganisationStatements.byRegister, [.text(register)], deadline: deadline).first
        else { return nil }
        return try Organisation(&row)
    }

    /// How a citizen stands to an organisation; nil when there is no such organisation.
    public func standing(
        register: String, citizenId: String, deadline: StorageDeadline
    ) throws(StorageError) -> Standing? {
        let found = try pool.query(
            OrganisationStatements.standing, [.text(register), .uuid(citizenId)], deadline: deadline)
        guard var row = found.first else { return nil }
        let organisation = try Organisation(&row)
        return Standing(organisation: organisation, representation: try Representation.optional(row))
    }

    /// Whom a citizen may represent now, by the organisations' numbers.
    public func represented(
        citizenId: String, deadline: StorageDeadline
    ) throws(StorageError) -> [Standing] {
        try pool.query(OrganisationStatements.represented, [.uuid(citizenId)], deadline: deadline)
            .map { (row) throws(StorageError) -> Standing in
                let organisation = try Organisation(&row)
                return Standing(organisation: organisation, representation: try Representation(&row))
            }
    }

    /// Those who may act for an organisation and those who are asked to, the oldest first.
    ///
    /// - Parameter relyingPartyId: whose sessions are told, as a party sees nothing of another one's; nil for all
    public func signers(
        register: String, relyingPartyId: String?, deadline: StorageDeadline
    ) throws(StorageError) -> [Signer] {
        try pool.query(OrganisationStatements.signers, [.text(register), .uuid(relyingPartyId)], deadline: deadline)
            .map { (row) throws(StorageError) -> Signer in
                let representation = try Representation(&row)
                let citizen = try Citizen(&row)
                return Signer(
                    representation: representation, citizen: citizen, confirmation: try row.optionalUUID())
            }
    }

    /// Whether a citizen has logged in at a relying party in the last 24 hours.
    public func hasLoggedIn(
        citizenId: String, relyingPartyId: String, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let found = try pool.query(
            OrganisationStatements.hasLoggedIn, [.uuid(citizenId), .uuid(relyingPartyId)], deadline: deadline)
        guard var row = found.first else { return false }
        return try row.bool()
    }

    /// Opens an organisation for its representatives, or closes it; false when it does not exist.
    public func setActive(
        register: String, _ isActive: Bool, _ act: OperatorAct, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Bool> in
            let changed = try connection.run(
                OrganisationStatements.setActive, [.text(register), .bool(isActive)], deadline: deadline)
            guard changed.affected == 1 else { return .rollback(false) }
            let entry = AuditEntry(
                kind: isActive ? "organisation.opened" : "organisation.closed", subject: register,
                detail: ["by": act.by, "reason": act.reason])
            try AuditLog.append(entry, on: connection, deadline: deadline)
            return .commit(true)
        }
    }
}
