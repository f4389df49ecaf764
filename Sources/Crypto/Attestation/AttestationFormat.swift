/// Whose attestation an object is, as it says itself: the member `fmt` of its CBOR map. Nothing is verified by that; it
/// chooses who verifies.
public enum AttestationFormat: String, Sendable, CaseIterable {
    case apple = "apple-appattest"
    /// The name that WebAuthn §8.4 gives to attestations of Android's key store.
    case android = "android-key"

    /// Nil for what is no CBOR map, or names no format that is known.
    /// - Parameter object: the attestation object, at most `AppAttestVerifier.maximumAttestationByteCount` bytes
    public init?(of object: [UInt8]) {
        guard let name = (try? CBORReader.parse(object))?["fmt"]?.text else { return nil }
        self.init(rawValue: name)
    }
}
