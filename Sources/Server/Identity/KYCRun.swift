/// A run of identity proofing as a provider sees it.
public struct KYCRun: Sendable, Equatable {
    /// Names the run: `KYCReference.of` the phone's state.
    public let reference: String
    /// Where the browser comes back; the same at the beginning and at the end of the run.
    public let callbackURL: String
}
