/// Where an approval stands, with the milliseconds that the step took, network included.
public enum ApprovalProgress: Sendable, Equatable {
    /// The session is there; the message is computed.
    case fetched(milliseconds: Int64)
    /// The PIN has opened the share.
    case unlocked(milliseconds: Int64)
    /// A round has its answer, and the answer its checks.
    case answered(SigningRound, milliseconds: Int64)
    /// The same bytes go again.
    case retrying(code: String)
    /// A new attempt with fresh k1 and nonce; the PIN is not asked again.
    case restarting(code: String)
    /// A run that an earlier process of this phone had left open is taken up.
    case resuming
    /// A run of another session, which was open, has ended: with an end result, or given up for good with the code of
    /// the refusal.
    case settled(sessionId: String, result: String)
    /// The key is destroyed; the report goes out.
    case locked(code: String)
}
