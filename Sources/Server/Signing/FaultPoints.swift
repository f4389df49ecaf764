/// Labels of the durable steps of signing, enrolment and refresh. A fault test gives a closure that kills or freezes
/// the process at one of them; a server that serves has none.
public struct FaultPoints: Sendable {
    public enum Label: String, Sendable, CaseIterable {
        case afterCommitStored = "after-commit"
        case beforeConsume = "before-t1"
        case afterConsume = "after-t1"
        case beforeAnswerStored = "before-t2"
        case afterAnswerStored = "after-t2"
        case beforeFinish = "before-finish"
        case afterFinish = "after-finish"
        /// A wrong finish is counted, nothing is said yet.
        case afterBadFinish = "after-bad-finish"
        /// An attempt is burned by what its S3 was refused for, nothing is said yet.
        case afterBurned = "after-burned"
        /// Both slots are suspended because of a copy; the attempt that showed it is still open.
        case afterSuspended = "after-suspended"
        /// The key is locked by a proven report, nothing is acknowledged yet.
        case afterLocked = "after-locked"
        /// K3 is claimed, nothing is checked yet.
        case afterClaim = "after-claim"
        /// Device, keys, certificates and K4 are stored, nothing is sent yet.
        case afterEnrolled = "after-enrolled"
        /// F2 is made and d2 stored, nothing is sent yet.
        case afterRefreshOpened = "after-refresh-opened"
        /// F3 is claimed, nothing is checked yet.
        case afterRefreshClaim = "after-refresh-claim"
        /// The new half and the session of the next run are stored, nothing is sent yet.
        case afterRefreshVerified = "after-refresh-verified"
        /// The refresh is authorised; its possession may be proved.
        case afterRefreshAuthorised = "after-refresh-authorised"
        /// The new epoch is the key's.
        case afterRefreshCommitted = "after-refresh-committed"
    }

    private let reached: @Sendable (Label) -> Void

    public init(_ reached: @escaping @Sendable (Label) -> Void) { self.reached = reached }

    public static let none = FaultPoints { _ in }

    func callAsFunction(_ label: Label) { reached(label) }
}
