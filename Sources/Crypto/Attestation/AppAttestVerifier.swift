/// Apple App Attest: attestations and assertions of a phone's key (Apple, *Validating Apps That Connect to Your Server*
/// and *Attestation Object Validation Guide*). Pure: roots, app ids and the time come in, nothing is remembered.
public struct AppAttestVerifier: Sendable {
    /// The largest attestation, in bytes; genuine ones have up to 6 KB.
    public static let maximumAttestationByteCount = 16 * 1024
    /// The largest assertion, in bytes; genuine ones have about 205.
    public static let maximumAssertionByteCount = 2 * 1024

    let policy: AppAttestPolicy

    public init(policy: AppAttestPolicy) {
        self.policy = policy
    }

    /// Verifies an attestation. That the challenge was ours and is used once, and that the key belongs to nobody else,
    /// is the caller's part.
    /// - Parameters:
    ///   - object: the attestation object, CBOR
    ///   - keyID: what the phone calls the key, decoded: 32 bytes
    ///   - clientDataHash: SHA-256 of what the phone had to attest over, 32 bytes, computed by the server
    ///   - now: Unix seconds
    public func verifyAttestation(
        _ object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8], now: Int64
    ) throws(AttestationError) -> AttestedKey {
        throw .library
    }

    /// Verifies an assertion, all but the counter: that it is above the stored one, and becomes it, is one conditional
    /// UPDATE of the store's. A first assertion has a counter above 0.
    /// - Parameters:
    ///   - object: the assertion object, CBOR
    ///   - publicKey: of the stored key, uncompressed point, 65 bytes
    ///   - appID: of the stored key
    ///   - clientDataHash: SHA-256 of what the phone had to sign, 32 bytes, computed by the server
    /// - Returns: the counter, unsigned
    public func verifyAssertion(
        _ object: [UInt8], publicKey: [UInt8], appID: String, clientDataHash: [UInt8]
    ) throws(AttestationError) -> UInt32 {
        throw .library
    }
}
