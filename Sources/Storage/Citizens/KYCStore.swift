/// Identity proofing runs, by their references: hashes of what the phones hold. A verified one is spent by the
/// enrolment that completes with it.
public struct KYCStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// Opens a run that ends `lifetimeMilliseconds` after the database's now.
    public func create(
        reference: String, provider: String, registrationNumber: String, providerContext: [UInt8]? = nil,
        lifetimeMilliseconds: Int64, deadline: StorageDeadline
    ) throws(StorageError) {
        try pool.query(
            Self.insert,
            [
                .text(reference), .text(provider), .text(registrationNumber), .bytes(providerContext),
                .int(lifetimeMilliseconds),
            ], deadline: deadline)
    }

    public func get(reference: String, deadline: StorageDeadline) throws(StorageError) -> KYCVerification? {
        guard var row = try pool.query(Self.select, [.text(reference)], deadline: deadline).first else { return nil }
        return try KYCVerification(&row)
    }

    /// PENDING → VERIFIED unless expired; returns whether this call did it. The proof is then good for as long again as
    /// the run was: whoever finds a forgotten state later cannot enrol with it.
    public func verify(reference: String, citizenId: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(Self.markVerified, [.text(reference), .uuid(citizenId)], deadline: deadline).affected == 1
    }

    /// Takes what a pending run keeps for its provider, once: of any number of callbacks one gets the registration
    /// number for which the run was started, the others nil.
    public func claim(
        reference: String, provider: String, deadline: StorageDeadline
    ) throws(StorageError) -> String? {
        let result = try pool.query(Self.takeContext, [.text(reference), .text(provider)], deadline: deadline)
        guard var row = result.first else { return nil }
        return try row.text()
    }

    /// PENDING → FAILED; returns whether this call did it.
    /// - Parameter code: what the phone is told
    public func fail(reference: String, code: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        try pool.query(Self.markFailed, [.text(reference), .text(code)], deadline: deadline).affected == 1
    }

    private static let insert = Statement(
        "kyc.insert",
        """
        INSERT INTO kyc_verification (state, provider, registration_number, status, provider_context, expires_at)
        VALUES ($1, $2, $3, 'PENDING', $4, now() + $5 * interval '1 millisecond')
        """)
    private static let select = Statement(
        "kyc.select",
        """
        SELECT state, provider, registration_number, citizen_id,
            CASE WHEN status <> 'FAILED' AND spent_at IS NULL AND expires_at <= now() THEN 'EXPIRED' ELSE status END,
            provider_context, expires_at, spent_at IS NOT NULL, failure
        FROM kyc_verification WHERE state = $1
        """)
    private static let markVerified = Statement(
        "kyc.verify",
        """
        UPDATE kyc_verification SET status = 'VERIFIED', citizen_id = $2, provider_context = NULL,
            expires_at = clock_timestamp() + (expires_at - created_at)
        WHERE state = $1 AND status = 'PENDING' AND expires_at > clock_timestamp()
        """)
    private static let takeContext = Statement(
        "kyc.claim",
        """
        UPDATE kyc_verification SET provider_context = NULL
        WHERE state = $1 AND provider = $2 AND status = 'PENDING' AND provider_context IS NOT NULL
            AND expires_at > clock_timestamp()
        RETURNING registration_number
        """)
    private static let markFailed = Statement(
        "kyc.fail",
        """
        UPDATE kyc_verification SET status = 'FAILED', provider_context = NULL, failure = $2
        WHERE state = $1 AND status = 'PENDING'
        """)
}
