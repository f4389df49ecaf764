/// What `finish` did.
public enum EnrolmentFinish: Sendable, Equatable {
    case finished
    /// The N of this slot, counted from 0, was enrolled before (N_SEEN). Nothing was stored.
    case modulusSeen(slot: Int)
    /// The Q1 of this slot was enrolled before. Nothing was stored.
    case shareSeen(slot: Int)
    /// The identity proofing is not verified, or another enrolment spent it. Nothing was stored.
    case kycNotUsable
    /// The phone's attested key has come to another document meanwhile. Nothing was stored.
    case keyTaken
    /// This process no longer holds the claim (it expired, failed, or was taken over). Nothing was stored.
    case claimLost
}
