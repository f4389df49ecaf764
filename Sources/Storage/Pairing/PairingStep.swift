/// What becomes of a code that somebody has tried, as the rules decided with the row locked.
public enum PairingStep: Sendable {
    /// Nothing changes.
    case leave
    /// One wrong try more.
    case countWrong(isLast: Bool)
    /// The code is this device's.
    case use(NewPairedDevice)
}
