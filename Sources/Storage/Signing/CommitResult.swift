/// What `commit` did, and the sessions that ended on the way: their waiters are to be notified.
public struct CommitResult: Sendable, Equatable {
    public enum Outcome: Sendable, Equatable {
        /// A new attempt stands; k2 may be kept now.
        case committed(attemptId: [UInt8])
        /// The same bytes again, still open. The answer may be sent while the owner is alive; otherwise the phone
        /// starts again.
        case repeated(attemptId: [UInt8], s2Answer: [UInt8], ownerBoot: String, isOwnerAlive: Bool)
        /// The same bytes again, but their attempt was burned or is too old: the phone starts again with a new nonce.
        case stale
        /// A c3 has left, or is about to leave, in this session.
        case alreadyReleased
        /// Five attempts were made. The session has ended with PROTOCOL_FAILURE when it stands in `endedSessions`, and
        /// before when it does not.
        case attemptsExhausted
        /// Unknown, or not addressed to this document.
        case sessionGone
        /// It has ended, and not by time.
        case sessionEnded
        /// Its time has passed; it is (or is about to be) completed as TIMEOUT.
        case expired
        /// Another document holds it.
        case taken
        /// The key is SUSPENDED or LOCKED; nil: the document has none for this slot.
        case keyNotActive(KeyRecord.State?)
        /// A refresh was committed since the caller has read the key.
        case epochMoved
        /// The caller's closure gave no attempt; nothing was stored.
        case refused
    }

    public let outcome: Outcome
    public let endedSessions: [String]
    /// Attempts that gave way to the new one: whoever holds their k2 throws it away.
    public let burnedAttempts: [[UInt8]]
}
