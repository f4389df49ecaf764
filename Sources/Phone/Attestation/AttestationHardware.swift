/// The part of a phone that holds an attested key and lets nobody have it: on an iPhone `DCAppAttestService`. It keeps
/// the key and its counter by itself, beside the phone's state: whoever copies the state does not have them.
public protocol AttestationHardware: Sendable {
    /// The key that it holds now; nil before the first.
    /// - Throws: `ATTESTATION_HARDWARE`
    func key() throws(PhoneError) -> AttestationKey?

    /// Makes another key, which takes the place of the one before.
    /// - Throws: `ATTESTATION_HARDWARE`
    func makeKey() throws(PhoneError) -> AttestationKey

    /// The maker's word for the key.
    /// - Parameter clientDataHash: 32 bytes
    /// - Throws: `ATTESTATION_HARDWARE`
    func attest(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8]

    /// A signature by the key; its counter rises.
    /// - Parameter clientDataHash: 32 bytes
    /// - Throws: `ATTESTATION_HARDWARE`
    func assert(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8]

    /// Notes that the server has seen the key's attestation, or may have.
    /// - Throws: `ATTESTATION_HARDWARE`
    func noteAttested() throws(PhoneError)
}

/// What an app knows of its attested key.
public struct AttestationKey: Sendable, Equatable {
    /// 32 bytes
    public let id: [UInt8]
    /// Whether its attestation has been sent.
    public let isAttested: Bool

    public init(id: [UInt8], isAttested: Bool) {
        self.id = id
        self.isAttested = isAttested
    }
}
