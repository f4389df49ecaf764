import Wire

/// What the command line returns, so that scripts can branch.
public enum ExitCode: Int32, Sendable {
    case success = 0
    /// The server or a check of the phone refused.
    case refused = 1
    /// The arguments make no sense.
    case usage = 2
    /// No answer from the server; trying again may help.
    case unreachable = 3
    case wrongPIN = 4
    /// The key is locked or deleted: only a new enrolment helps.
    case keyGone = 5

    init(_ error: PhoneError) {
        switch error {
        case .transport(.untrusted): self = .refused
        case .transport: self = .unreachable
        case .server(let problem) where problem.code == "PAIRING_DISABLED": self = .refused
        case .server(let problem): self = problem.status >= 500 ? .unreachable : .refused
        case .wrongPIN: self = .wrongPIN
        case .check(let code, _):
            switch code {
            case "USAGE": self = .usage
            case "SLOT_LOCKED", "SLOT_DELETED", "C3_INVALID", "C3_RANGE", "C3_COPRIME",
                "KEY_REPLACED":
                self = .keyGone
            default: self = .refused
            }
        }
    }
}
