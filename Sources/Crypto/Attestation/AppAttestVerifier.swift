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
    /// - Throws: the first check that fails, in the order of the cases of `AttestationError`
    public func verifyAttestation(
        _ object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8], now: Int64
    ) throws(AttestationError) -> AttestedKey {
        guard
            holds("ATTESTATION_SIZE/attestation", (1...Self.maximumAttestationByteCount).contains(object.count))
        else { throw .size }
        guard holds("ATTESTATION_KEY_ID_LENGTH", keyID.count == 32) else { throw .keyIDLength }
        guard holds("ATTESTATION_CLIENT_DATA_HASH_LENGTH/attestation", clientDataHash.count == 32) else {
            throw .clientDataHashLength
        }
        let parts = try AttestationObject(object)
        let certificate = try AttestedCertificate(
            leaf: parts.leaf, intermediate: parts.intermediate, roots: policy.roots, now: now)
        let nonce = SHA256.hash(parts.authenticatorData + clientDataHash)
        guard holds("ATTESTATION_NONCE", ConstantTime.equal(nonce, certificate.nonce)) else { throw .nonce }
        // Of the point, not of the SubjectPublicKeyInfo around it.
        guard holds("ATTESTATION_KEY_ID", SHA256.hash(certificate.publicKey) == keyID) else { throw .keyID }
        let (appID, environment, extensions) = try check(
            parts.authenticatorData, keyID: keyID, publicKey: certificate.publicKey)
        try checkCategory(of: extensions)
        let receipt = try AppAttestReceiptVerifier(policy: policy).verifyAttested(
            parts.receipt, appID: appID, certificate: parts.leaf, clientDataHash: clientDataHash, now: now)
        return AttestedKey(
            keyID: keyID, publicKey: certificate.publicKey, environment: environment, appID: appID, receipt: receipt,
            bundleVersion: extensions.bundleVersion, category: extensions.category)
    }

    /// What the authenticator data of an attestation must say.
    private func check(
        _ data: [UInt8], keyID: [UInt8], publicKey: [UInt8]
    ) throws(AttestationError) -> (String, AppAttestEnvironment, AuthenticatorExtensions) {
        let head = try AuthenticatorHead(data)
        let appID = policy.appIDs.first { SHA256.hash(Array($0.utf8)) == head.appIDHash }
        guard let appID else { throw .appID }
        // AT, with ED or without: that flag does not say whether extensions follow.
        guard holds("ATTESTATION_FLAGS/attestation", head.flags | 0x80 == 0xC0) else { throw .flags }
        guard holds("ATTESTATION_COUNTER", head.counter == 0) else { throw .counter }
        let credential = try AttestedCredential(head.rest)
        let environment = AppAttestEnvironment.allCases.first { $0.aaguid == credential.aaguid }
        guard let environment else { throw .aaguid }
        guard holds("ATTESTATION_ENVIRONMENT", policy.environments.contains(environment)) else {
            throw .environment
        }
        guard holds("ATTESTATION_CREDENTIAL_ID", credential.credentialID == keyID) else { throw .credentialID }
        guard holds("ATTESTATION_CREDENTIAL_KEY", credential.publicKey == publicKey) else { throw .credentialKey }
        return (appID, environment, credential.extensions)
    }

    private func checkCategory(of extensions: AuthenticatorExtensions) throws(AttestationError) {
        guard let category = extensions.category else {
            guard holds("ATTESTATION_CATEGORY_MISSING", policy.categories.absence == .accepted) else {
                throw .categoryMissing
            }
            return
        }
        let isAllowed = policy.categories.allowed?.contains(category) ?? true
        guard holds("ATTESTATION_CATEGORY/attestation", isAllowed) else { throw .category }
    }
}
