/// Counting burned attempts, as part of a transaction that holds the session's row.
enum AttemptBurning {
    /// Adds one burned attempt to the session; the fifth ends it with PROTOCOL_FAILURE. Returns whether it ended now.
    static func count(
        _ sessionId: String, on connection: Connection, _ deadline: StorageDeadline
    ) throws(StorageError) -> Bool {
        let counted = try connection.run(SigningStatements.countBurned, [.uuid(sessionId)], deadline: deadline)
        guard var row = counted.first, try row.int() >= SigningStore.attemptLimit else { return false }
        return try SessionEnding.end(
            sessionId, result: "PROTOCOL_FAILURE", detail: "ATTEMPTS_EXHAUSTED", on: connection, deadline)
    }
}
