/// Labels of the durable steps of signing and enrolment. A fault test gives a closure that kills or freezes the
/// process at one of them; a server that serves has none.
public struct FaultPoints: Sendable {
    public enum Label: String, Sendable, CaseIterable {
        case afterCommitStored = "after-commit"
        case beforeConsume = "before-t1"
        case afterConsume = "after-t1"
        case beforeAnswerStored = "before-t2"
        case afterAnswerStored = "after-t2"
        case beforeFinish = "before-finish"
        case afterFinish = "after-finish"
        /// K3 is claimed, nothing is checked yet.
        case afterClaim = "after-claim"
        /// Device, keys, certificates and K4 are stored, nothing is sent yet.
        case afterEnrolled = "after-enrolled"
    }

    private let reached: @Sendable (Label) -> Void

    public init(_ reached: @escaping @Sendable (Label) -> Void) { self.reached = reached }

    public static let none = FaultPoints { _ in }

    func callAsFunction(_ label: Label) { reached(label) }
}
