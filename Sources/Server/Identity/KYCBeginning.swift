/// What starting a run of identity proofing led to.
public enum KYCBeginning: Sendable, Equatable {
    /// The person is identified already.
    case verified(KYCPerson)
    /// The citizen goes to `url` and comes back through the callback; `context` is kept until then, sealed by the
    /// provider.
    case redirect(url: String, context: [UInt8]?)
}
