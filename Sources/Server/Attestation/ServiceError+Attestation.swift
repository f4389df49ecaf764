import Crypto

extension ServiceError {
    /// Why an attestation is refused: each check has its own code.
    init(attestation error: AttestationError) {
        self.init(Self.code(error), expected: nil)
    }

    /// The same for a key of Android's.
    init(attestation error: AndroidAttestationError) {
        // A list that is missing or too old is for the operator to mend, not for the phone.
        let isOurs = error == .revocationListMissing || error == .revocationListStale
        self.init(
            Code(rawValue: error.rawValue) ?? .internalFailure,
            retryAfterSeconds: isOurs ? Limits.androidRevocationRetrySeconds : nil)
    }

    /// The same for a signature by a known key.
    init(assertion error: AttestationError) {
        switch error {
        case .signature: self.init(.assertionSignature)
        case .appID: self.init(.assertionAppId)
        default: self.init(Self.code(error))
        }
    }

    /// The codes are those of the checks, but for what would collide and for what is our own fault.
    static func code(_ error: AttestationError) -> Code {
        switch error {
        case .library, .storedKey: .internalFailure
        case .nonceMissing: .attestationNonceExtensionMissing
        default: Code(rawValue: error.rawValue) ?? .internalFailure
        }
    }
}
