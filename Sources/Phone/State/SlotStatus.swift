/// Whether a slot can still sign. Both ends are final: only a new enrolment makes a new key.
public enum SlotStatus: String, Sendable, CaseIterable {
    case active = "ACTIVE"
    /// Ten wrong PINs in a row: the sealed share is gone.
    case deleted = "DELETED"
    /// The server has signed a wrong c3: the share is destroyed, the proof is in `lockReport`.
    case locked = "LOCKED"
}
