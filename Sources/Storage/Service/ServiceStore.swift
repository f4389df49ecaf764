/// The service's own sealed secrets, certificates and parameter sets. No secret is ever overwritten: `tamga setup`
/// makes what is absent.
public struct ServiceStore: Sendable {
    private let pool: Pool

    /// The key of the advisory lock of set-up.
    static let setupLockKey: Int64 = 0x7461_6D67_6102

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Runs `body` while no other process is in set-up. The lock has its own connection outside the pool (making safe
    /// primes takes seconds), so `body` uses the stores as usual.
    public func withSetupLock<T>(deadline: StorageDeadline, _ body: () throws -> T) throws -> T {
        let connection = try Connection.open(pool.settings, deadline: deadline)
        defer { connection.close() }
        try AdvisoryLock.acquire(Self.setupLockKey, on: connection, deadline: deadline)
        return try body()
    }

    /// Stores a sealed secret unless the name is taken; returns whether it was stored.
    public func insertSecret(
        name: String, sealed: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.query(Self.addSecret, [.text(name), .bytes(sealed)], deadline: deadline).affected == 1
    }

    public func secret(name: String, deadline: StorageDeadline) throws(StorageError) -> [UInt8]? {
        guard var row = try pool.query(Self.getSecret, [.text(name)], deadline: deadline).first else { return nil }
        return try row.bytes()
    }

    /// Stores a certificate unless the name is taken; returns whether it was stored.
    public func insertCertificate(
        name: String, der: [UInt8], deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.query(Self.addCertificate, [.text(name), .bytes(der)], deadline: deadline).affected == 1
    }

    /// Puts another certificate in the place of the one with that name.
    public func replaceCertificate(name: String, der: [UInt8], deadline: StorageDeadline) throws(StorageError) {
        try pool.query(Self.putCertificate, [.text(name), .bytes(der)], deadline: deadline)
    }

    /// Stores secrets and certificates that belong together in one transaction.
    public func insertTogether(
        secrets: [(name: String, sealed: [UInt8])], certificates: [(name: String, der: [UInt8])],
        deadline: StorageDeadline
    ) throws(StorageError) {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Void> in
            for (name, sealed) in secrets {
                try connection.run(Self.addSecret, [.text(name), .bytes(sealed)], deadline: deadline)
            }
            for (name, der) in certificates {
                try connection.run(Self.addCertificate, [.text(name), .bytes(der)], deadline: deadline)
            }
            return .commit(())
        }
    }

    public func certificate(name: String, deadline: StorageDeadline) throws(StorageError) -> [UInt8]? {
        guard var row = try pool.query(Self.getCertificate, [.text(name)], deadline: deadline).first else { return nil }
        return try row.bytes()
    }

    /// Stores a set unless its id, its hash or the place of its suite's current set is taken; returns whether it was
    /// stored.
    public func insertParameterSet(_ set: ParameterSet, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(Self.addParameters, Self.parameters(set), deadline: deadline).affected == 1
    }

    /// Makes a new set the current one of its suite; the former one stays.
    public func rotateParameterSet(_ set: ParameterSet, deadline: StorageDeadline) throws(StorageError) {
        try pool.transaction(deadline: deadline) { (connection) throws(StorageError) -> TransactionEnd<Void> in
            try connection.run(Self.retireParameters, [.int(set.suite)], deadline: deadline)
            let added = try connection.run(Self.addParameters, Self.parameters(set), deadline: deadline)
            // Nothing may be retired for a set that is there already.
            guard added.affected == 1 else { throw .uniqueViolation(constraint: "parameter_set_parameters_hash_key") }
            return .commit(())
        }
    }

    private static func parameters(_ set: ParameterSet) -> [Parameter] {
        [
            .text(set.id), .int(set.suite), .bytes(set.modulus), .bytes(set.s), .bytes(set.t), .bytes(set.proof),
            .bytes(set.parametersHash), .bool(set.isCurrent),
        ]
    }

    /// Every parameter set, old ones too: enrolments made under them stay checkable.
    public func parameterSets(deadline: StorageDeadline) throws(StorageError) -> [ParameterSet] {
        try pool.query(Self.listParameters, [], deadline: deadline)
            .map { (row) throws(StorageError) -> ParameterSet in try ParameterSet(&row) }
    }

    private static let addSecret = Statement(
        "service.secret.add", "INSERT INTO service_secret (name, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    private static let getSecret = Statement(
        "service.secret.get", "SELECT sealed FROM service_secret WHERE name = $1")
    private static let addCertificate = Statement(
        "service.certificate.add", "INSERT INTO service_certificate (name, der) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    private static let putCertificate = Statement(
        "service.certificate.put", "UPDATE service_certificate SET der = $2 WHERE name = $1")
    private static let getCertificate = Statement(
        "service.certificate.get", "SELECT der FROM service_certificate WHERE name = $1")
    private static let addParameters = Statement(
        "service.parameters.add",
        """
        INSERT INTO parameter_set (id, suite, modulus, s, t, proof, parameters_hash, current)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
        """)
    private static let retireParameters = Statement(
        "service.parameters.retire", "UPDATE parameter_set SET current = false WHERE suite = $1 AND current")
    private static let listParameters = Statement(
        "service.parameters.list",
        """
        SELECT id, suite, modulus, s, t, proof, parameters_hash, current FROM parameter_set ORDER BY created_at, id
        """)
}
