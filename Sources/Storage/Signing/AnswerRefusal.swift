/// What T2 has found in its way: c3 must not leave.
public enum AnswerRefusal: Sendable, Equatable {
    /// The session has ended.
    case sessionEnded(byTimeout: Bool)
    /// SUSPENDED or LOCKED while c3 was computed.
    case keyNotActive(KeyRecord.State)
    /// The attempt was given up, answered or moved on by somebody else: the phone starts again.
    case stale
}
