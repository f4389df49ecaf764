/// Whether a request with a right signature of an attested key was let in.
public enum AdmissionOutcome: Sendable, Equatable {
    /// Nonce and counter were new; both are used up now.
    case admitted(AttestedKeyUse)
    /// The nonce was used before.
    case nonceSpent
    /// A request with this counter or a later one was there before.
    case counterReplayed
    /// The key is not known, or has retired.
    case keyUnknown
}

/// For whom an admitted request's key speaks.
public struct AttestedKeyUse: Sendable, Equatable {
    /// nil before the enrolment is complete.
    public let documentNumber: String?
    /// Whether the key has signed a request for its document before.
    public let isConfirmed: Bool

    public init(documentNumber: String?, isConfirmed: Bool) {
        self.documentNumber = documentNumber
        self.isConfirmed = isConfirmed
    }
}
