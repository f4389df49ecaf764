/// What an attestation's authenticator data has after its head: `aaguid`, credential id and key, extensions.
struct AttestedCredential {
    /// 16 bytes.
    let aaguid: [UInt8]
    /// 32 bytes.
    let credentialID: [UInt8]
    /// Uncompressed point, 65 bytes.
    let publicKey: [UInt8]
    let extensions: AuthenticatorExtensions

    /// A COSE key (RFC 9052 §7) EC2, ES256, P-256 in the one form that Apple's devices write: what stands before x and
    /// between x and y.
    private static let keyHead: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
    private static let keyMiddle: [UInt8] = [0x22, 0x58, 0x20]
    private static let keyByteCount = keyHead.count + keyMiddle.count + 64

    /// - Parameter bytes: what follows the head
    init(_ bytes: ArraySlice<UInt8>) throws(AttestationError) {
        guard bytes.count >= 18 else { throw .authenticatorDataLength }
        let lengthAt = bytes.startIndex + 16
        aaguid = Array(bytes[..<lengthAt])
        let length = Int(bytes[lengthAt]) << 8 | Int(bytes[lengthAt + 1])
        guard holds("ATTESTATION_CREDENTIAL_ID_LENGTH", length == 32) else { throw .credentialIDLength }
        let rest = bytes[(lengthAt + 2)...]
        guard rest.count >= 32 + Self.keyByteCount else { throw .authenticatorDataLength }
        credentialID = Array(rest.prefix(32))
        publicKey = try Self.point(Array(rest.dropFirst(32).prefix(Self.keyByteCount)))
        extensions = try AuthenticatorExtensions(rest.dropFirst(32 + Self.keyByteCount))
    }

    private static func point(_ key: [UInt8]) throws(AttestationError) -> [UInt8] {
        let middle = keyHead.count + 32
        guard holds("ATTESTATION_CREDENTIAL_KEY_FORM/head", Array(key[..<keyHead.count]) == keyHead),
            holds(
                "ATTESTATION_CREDENTIAL_KEY_FORM/middle",
                Array(key[middle..<middle + keyMiddle.count]) == keyMiddle)
        else {
            throw .credentialKeyForm
        }
        return [4] + key[keyHead.count..<middle] + key[(middle + keyMiddle.count)...]
    }
}
