/// Why the database did not do what it was asked. Reasons name constraints and SQL states, never values, so that they
/// are safe in logs: PostgreSQL's own messages quote the value that they refuse.
public enum StorageError: Error, Sendable, Equatable {
    /// The database cannot be reached, went away, or is shutting down. Whether a statement in flight took effect is
    /// unknown.
    case unavailable(reason: String)
    /// The caller's deadline, or one of the server's own time limits, passed. Whether a COMMIT in flight took effect
    /// is unknown.
    case timeout(reason: String)
    /// A unique index refused the row; the name is that of the constraint or index.
    case uniqueViolation(constraint: String)
    /// PostgreSQL chose this transaction as the victim of a conflict or deadlock; it may be tried again.
    case serialization(sqlState: String)
    /// A parameter cannot be represented: text with NUL, a malformed UUID, a time outside PostgreSQL's range.
    case invalidValue(reason: String)
    /// The schema is not the one that this program was built for.
    case schema(reason: String)
    /// Anything else, with the five-character SQL state ("XX000" for what never reached the server).
    case other(sqlState: String, reason: String)

    /// Maps a server error by its SQL state.
    static func server(sqlState: String, constraint: String?) -> StorageError {
        switch sqlState {
        case "23505": return .uniqueViolation(constraint: constraint ?? "unknown")
        case "40001", "40P01": return .serialization(sqlState: sqlState)
        case "57014": return .timeout(reason: "statement_timeout")
        case "55P03": return .timeout(reason: "lock_timeout")
        case "25P03": return .timeout(reason: "idle_in_transaction_session_timeout")
        case "53300", "57P01", "57P02", "57P03": return .unavailable(reason: "SQL state \(sqlState)")
        default: break
        }
        if sqlState.hasPrefix("08") { return .unavailable(reason: "SQL state \(sqlState)") }
        if let constraint { return .other(sqlState: sqlState, reason: "constraint \(constraint)") }
        return .other(sqlState: sqlState, reason: "refused by the database")
    }
}
