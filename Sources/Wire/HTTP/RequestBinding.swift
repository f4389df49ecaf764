/// What an attested key signs of a request (mobile-api §2): the whole of it, so that nothing can be put on another.
public enum RequestBinding {
    /// `"v1\n" METHOD "\n" target "\n" base64(SHA-256(body)) "\n" nonce`.
    /// - Parameters:
    ///   - target: path and query exactly as they stand in the request line
    ///   - bodyHash: SHA-256 of the bytes of the body; of no bytes where there is none
    ///   - nonce: the text of the nonce's header
    public static func clientData(method: String, target: String, bodyHash: [UInt8], nonce: String) -> [UInt8] {
        Array("v1\n\(method)\n\(target)\n\(Base64.encode(bodyHash))\n\(nonce)".utf8)
    }
}

/// Names of the header fields of an attested request.
public enum AttestationField {
    public static let type = "Type"
    /// For proxies that strip odd names.
    public static let typeAlias = "X-Attestation-Type"
    public static let keyId = "KeyId"
    public static let attestation = "Attestation"
    public static let assertion = "Assertion"
    public static let nonce = "Attestation-Nonce"
    /// Of every answer to an attested request.
    public static let nextNonce = "X-Next-Attestation-Nonce"
}
