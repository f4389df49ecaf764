/// Single-use nonces: issuing writes nothing, spending inserts.
public struct SpentNonceStore: Sendable {
    private let pool: Pool

    public init(pool: Pool) {
        self.pool = pool
    }

    /// True for exactly one caller a nonce. `expiresAt` (Unix milliseconds) is when the nonce would be refused anyway.
    public func spend(
        _ nonce: String, expiresAt: Int64, deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        try pool.query(Self.insert, [.text(nonce), .time(expiresAt)], deadline: deadline).affected == 1
    }

    /// Forgets nonces a minute after their expiry (the issuer's clock may differ from the database's), in batches, so
    /// that each statement is short; returns how many.
    @discardableResult
    public func sweep(deadline: StorageDeadline) throws(StorageError) -> Int {
        var swept = 0
        for _ in 0..<Self.batches {
            let deleted = try pool.query(Self.sweepStatement, [], deadline: deadline).affected
            swept += deleted
            if deleted < Self.batch { break }
        }
        return swept
    }

    private static let batch = 5_000
    /// In one sweep: 100,000 nonces, more than three thousand a second between two sweeps.
    private static let batches = 20

    static let insert = Statement(
        "nonce.spend", "INSERT INTO spent_nonce (nonce, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    private static let sweepStatement = Statement(
        "nonce.sweep",
        """
        DELETE FROM spent_nonce WHERE nonce IN
            (SELECT nonce FROM spent_nonce WHERE expires_at < now() - interval '1 minute' LIMIT 5000)
        """)
}
