/// Who does something to a device, and why. Both are written into the audit with it.
public struct OperatorAct: Sendable, Equatable {
    public var by: String
    public var reason: String

    public init(by: String, reason: String) {
        self.by = by
        self.reason = reason
    }
}

/// What an operator's act on a device did.
public enum DeviceChange: Sendable, Equatable {
    /// Sessions that ended with it are to be notified.
    case changed(endedSessions: [String])
    /// It was so already.
    case unchanged
    /// There is no such device.
    case unknown
    /// A revoked device stays revoked.
    case revoked
    /// Every key of it is locked for good: nothing can be unlocked.
    case locked
    /// It was suspended because a copy of the phone signs; whoever lifts that must say that identity was proofed.
    case copyExists
}
