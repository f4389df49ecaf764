import Crypto
import Wire

/// The header fields of an attested request, decoded (mobile-api §2). Each stands once; a request that two readers
/// could take for two is refused.
struct AttestationHeaders: Sendable {
    enum Evidence: Sendable {
        /// CBOR of a fresh key's attestation.
        case attestation([UInt8])
        /// CBOR of a signature by a known key.
        case assertion([UInt8])
    }

    /// 32 bytes
    let keyId: [UInt8]
    /// The same as it was sent.
    let keyText: String
    let nonce: String
    let evidence: Evidence

    /// - Throws: ATTESTATION_REQUIRED, ATTESTATION_TYPE_INVALID, ATTESTATION_KEY_ID_INVALID, ATTESTATION_NONCE_MISSING,
    ///   ATTESTATION_NONCE_INVALID, ATTESTATION_FORMAT, ASSERTION_FORMAT
    init(_ headers: HTTPHeaders) throws(ServiceError) {
        let isAttestation = try Self.isAttestation(headers)
        keyText = try Self.only(headers, AttestationField.keyId, missing: .attestationKeyIdInvalid)
        guard let keyId = Base64.decode(keyText), holds("ATTESTATION_KEY_ID/length", keyId.count == 32) else {
            throw ServiceError(.attestationKeyIdInvalid, expected: "KeyId: 32 bytes as Base64")
        }
        self.keyId = keyId
        nonce = try Self.only(
            headers, AttestationField.nonce, missing: .attestationNonceMissing, repeated: .attestationNonceInvalid)
        if isAttestation {
            evidence = .attestation(
                try Self.object(
                    headers, AttestationField.attestation, .attestationFormat,
                    AppAttestVerifier.maximumAttestationByteCount))
        } else {
            evidence = .assertion(
                try Self.object(
                    headers, AttestationField.assertion, .assertionFormat,
                    AppAttestVerifier.maximumAssertionByteCount))
        }
    }

    private static func isAttestation(_ headers: HTTPHeaders) throws(ServiceError) -> Bool {
        let types = headers.all(AttestationField.type) + headers.all(AttestationField.typeAlias)
        guard let type = types.first else { throw ServiceError(.attestationRequired) }
        // Both names may stand there; they must say the same.
        guard holds("ATTESTATION_TYPE/repeated", types.count <= 2 && types.allSatisfy { $0 == type }),
            type == "attest" || type == "assert"
        else { throw ServiceError(.attestationTypeInvalid) }
        return type == "attest"
    }

    private static func only(
        _ headers: HTTPHeaders, _ name: String, missing: Code, repeated: Code? = nil
    ) throws(ServiceError) -> String {
        let values = headers.all(name)
        guard let value = values.first, !value.isEmpty else { throw ServiceError(missing, expected: name) }
        guard values.count == 1 else { throw ServiceError(repeated ?? missing, expected: "\(name), once") }
        return value
    }

    /// - Parameter limit: bytes
    private static func object(
        _ headers: HTTPHeaders, _ name: String, _ code: Code, _ limit: Int
    ) throws(ServiceError) -> [UInt8] {
        let text = try only(headers, name, missing: code)
        guard text.utf8.count <= Base64.encodedCount(limit), let bytes = Base64.decode(text) else {
            throw ServiceError(code, expected: "\(name): at most \(limit) bytes as Base64")
        }
        return bytes
    }
}
