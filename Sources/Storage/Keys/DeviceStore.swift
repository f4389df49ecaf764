/// Devices. A device token is stored only as its hash.
public struct DeviceStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// The device with this token, whatever its state.
    public func byTokenHash(_ hash: [UInt8], deadline: StorageDeadline) throws(StorageError) -> Device? {
        guard var row = try pool.query(Self.byHash, [.bytes(hash)], deadline: deadline).first else { return nil }
        return try Device(&row)
    }

    /// The same, to be read with something else.
    public func lookup(tokenHash hash: [UInt8]) -> Lookup<Device?> {
        Lookup(Self.byHash(.bytes(hash))) { (results) throws(StorageError) -> Device? in
            guard var row = results[0].first else { return nil }
            return try Device(&row)
        }
    }

    public func byDocumentNumber(
        _ documentNumber: String, deadline: StorageDeadline
    ) throws(StorageError) -> Device? {
        guard var row = try pool.query(Self.byNumber, [.uuid(documentNumber)], deadline: deadline).first
        else { return nil }
        return try Device(&row)
    }

    /// Every device of a citizen, oldest first.
    public func ofCitizen(_ citizenId: String, deadline: StorageDeadline) throws(StorageError) -> [Device] {
        try pool.query(Self.byCitizen, [.uuid(citizenId)], deadline: deadline)
            .map { (row) throws(StorageError) -> Device in try Device(&row) }
    }

    /// Notes the token's first use and erases the enrolment's stored answer, which holds the token. To be called when
    /// `tokenUsedAt` is nil.
    public func markTokenUsed(documentNumber: String, deadline: StorageDeadline) throws(StorageError) {
        try pool.query(Self.firstUse, [.uuid(documentNumber)], deadline: deadline)
    }

    private static let byHash = Statement(
        "device.byHash", "SELECT" + Device.columns + "FROM device d WHERE d.token_hash = $1")
    static let byNumber = Statement(
        "device.byNumber", "SELECT" + Device.columns + "FROM device d WHERE d.document_number = $1")
    private static let byCitizen = Statement(
        "device.byCitizen", "SELECT" + Device.columns + "FROM device d WHERE d.citizen_id = $1 ORDER BY d.created_at")
    private static let firstUse = Statement(
        "device.firstUse",
        """
        WITH used AS (
            UPDATE device SET token_used_at = clock_timestamp() WHERE document_number = $1 AND token_used_at IS NULL)
        UPDATE enrolment SET answer_sealed = NULL WHERE document_number = $1 AND answer_sealed IS NOT NULL
        """)
}
