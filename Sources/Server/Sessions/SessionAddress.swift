/// Whom a relying party asks.
public enum SessionAddress: Sendable, Equatable {
    /// A person, on any of their devices.
    case person(PersonIdentifier)
    /// Whoever opens the device link.
    case anyone
    /// One device, by its document number as it stood in the path.
    case document(String)
}
