extension AppAttestVerifier {
    /// Verifies an assertion, all but the counter: that it is above the stored one, and becomes it, is one conditional
    /// UPDATE of the store's. A first assertion has a counter above 0.
    /// - Parameters:
    ///   - object: the assertion object, CBOR
    ///   - publicKey: of the stored key, uncompressed point, 65 bytes
    ///   - appID: of the stored key
    ///   - clientDataHash: SHA-256 of what the phone had to sign, 32 bytes, computed by the server
    /// - Returns: the counter, unsigned
    /// - Throws: the first check that fails, of those that assertions have: size, CBOR, app, flags, extensions,
    ///   signature; `.storedKey` for a key that is our fault.
    public func verifyAssertion(
        _ object: [UInt8], publicKey: [UInt8], appID: String, clientDataHash: [UInt8]
    ) throws(AttestationError) -> UInt32 {
        guard holds("ATTESTATION_SIZE/assertion", (1...Self.maximumAssertionByteCount).contains(object.count))
        else { throw .size }
        guard holds("ATTESTATION_CLIENT_DATA_HASH_LENGTH/assertion", clientDataHash.count == 32) else {
            throw .clientDataHashLength
        }
        guard let key = try? Point(encoding: publicKey) else { throw .storedKey }
        let parts = try AssertionObject(object)
        let head = try AuthenticatorHead(parts.authenticatorData)
        guard holds("ATTESTATION_APP_ID/assertion", SHA256.hash(Array(appID.utf8)) == head.appIDHash) else {
            throw .appID
        }
        // AT and ED in any combination: Apple sets AT though no credential follows, and leaves ED out though
        // extensions do.
        guard holds("ATTESTATION_FLAGS/assertion", head.flags & 0x3F == 0) else { throw .flags }
        let extensions = try AuthenticatorExtensions(head.rest)
        // What a key was attested as is known; an assertion that says nothing takes nothing back.
        if let category = extensions.category, let allowed = policy.categories.allowed {
            guard holds("ATTESTATION_CATEGORY/assertion", allowed.contains(category)) else { throw .category }
        }
        try parts.checkSignature(by: key, clientDataHash: clientDataHash)
        return head.counter
    }
}
