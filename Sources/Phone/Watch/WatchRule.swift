/// How an unattended phone answers.
public enum WatchRule: String, Sendable, CaseIterable {
    case approve
    case refuse
    /// The citizen says that the other screen shows another code.
    case wrongVC = "wrong-vc"

    var decision: ApprovalDecision {
        switch self {
        case .approve: .approve()
        case .refuse: .refuse(.userRefused)
        case .wrongVC: .refuse(.wrongVC)
        }
    }
}
