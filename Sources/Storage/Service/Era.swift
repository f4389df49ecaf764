/// How far a database has come: what a copy outside of it is compared with.
public struct Era: Sendable, Equatable {
    /// Raised when an operator acknowledges a restore.
    public var number: Int64
    /// Raised every minute while somebody serves.
    public var mark: Int64

    public init(number: Int64, mark: Int64) {
        self.number = number
        self.mark = mark
    }

    init(_ row: inout RowReader) throws(StorageError) {
        self.init(number: try row.int64(), mark: try row.int64())
    }
}

/// What acknowledging a restore did.
public struct RestoreOutcome: Sendable, Equatable {
    public let era: Era
    public let endedSessions: Int
    public let failedEnrolments: Int
    public let failedRefreshes: Int
    /// Keys whose counter was raised and whose ratchet may be set once.
    public let reseededKeys: Int
}

/// What an acknowledged restore left on a key.
public enum ReseedMark: Sendable, Equatable {
    /// Nothing: the database has not gone back in the life of the key.
    case none
    /// The next S3 with a right proof of x1 sets the ratchet, whatever its candidates.
    case open
    /// That has happened in this era.
    case used
}
