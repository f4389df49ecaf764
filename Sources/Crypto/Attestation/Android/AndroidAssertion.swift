/// A request's signature by an attested Android key. Android's key store only signs bytes, so the app puts together
/// what App Attest makes by itself, and keeps the counter: the object is App Attest's assertion, its 37 bytes of
/// authenticator data are SHA-256 of the package's name ‖ 00 ‖ counter, and the signature is ECDSA with SHA-256 over
/// the message SHA-256(authenticatorData ‖ clientDataHash).
public enum AndroidAssertion {
    /// Verifies it, all but that the counter is above the stored one: as with App Attest, that is one conditional
    /// UPDATE of the store's.
    /// - Parameters:
    ///   - object: CBOR
    ///   - publicKey: of the stored key, uncompressed point, 65 bytes
    ///   - package: of the stored key
    ///   - clientDataHash: SHA-256 of what the phone had to sign, 32 bytes, computed by the server
    /// - Returns: the counter, unsigned
    /// - Throws: the first check that fails, of those that assertions have: size, CBOR, app, flags, signature;
    ///   `.storedKey` for a key that is our fault.
    public static func verify(
        _ object: [UInt8], publicKey: [UInt8], package: String, clientDataHash: [UInt8]
    ) throws(AttestationError) -> UInt32 {
        guard (1...AppAttestVerifier.maximumAssertionByteCount).contains(object.count) else { throw .size }
        guard clientDataHash.count == 32 else { throw .clientDataHashLength }
        guard let key = try? Point(encoding: publicKey) else { throw .storedKey }
        let parts = try AssertionObject(object)
        let head = try AuthenticatorHead(parts.authenticatorData)
        guard holds("ATTESTATION_APP_ID/android", SHA256.hash(Array(package.utf8)) == head.appIDHash) else {
            throw .appID
        }
        // Nothing of it means anything yet; what a later version may mean by them is not this version's to accept.
        guard holds("ATTESTATION_FLAGS/android", head.flags == 0) else { throw .flags }
        guard holds("ATTESTATION_AUTHENTICATOR_DATA_LENGTH/android", head.rest.isEmpty) else {
            throw .authenticatorDataLength
        }
        try parts.checkSignature(by: key, clientDataHash: clientDataHash)
        return head.counter
    }
}
