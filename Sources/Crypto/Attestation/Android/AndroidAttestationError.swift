/// Why an Android key attestation is refused; every rule has its own. The raw value is the stable code.
public enum AndroidAttestationError: String, Error, Sendable, CaseIterable {
    // The chain.
    /// Fewer than three certificates (the root signs no keys of apps) or more than `maximumChain`.
    case chainLength = "ATTESTATION_ANDROID_CHAIN_LENGTH"
    /// A certificate is longer than `maximumCertificate`.
    case certificateLength = "ATTESTATION_ANDROID_CERTIFICATE_LENGTH"
    /// Not one strict DER certificate.
    case certificateEncoding = "ATTESTATION_ANDROID_CERTIFICATE_ENCODING"
    /// A serial number that is zero, negative, or longer than 20 bytes: revocation could not be looked up.
    case serialNumber = "ATTESTATION_ANDROID_SERIAL_NUMBER"
    /// A certificate's issuer is not the subject of the next one.
    case issuerName = "ATTESTATION_ANDROID_ISSUER_NAME"
    /// The last certificate's public key is not one of the roots.
    case untrustedRoot = "ATTESTATION_ANDROID_UNTRUSTED_ROOT"
    /// A signature algorithm other than ECDSA or RSA with SHA-256, -384 or -512.
    case signatureAlgorithm = "ATTESTATION_ANDROID_SIGNATURE_ALGORITHM"
    /// A key that signed has less than 112 bits of strength.
    case weakKey = "ATTESTATION_ANDROID_WEAK_KEY"
    /// A signature does not verify.
    case signature = "ATTESTATION_ANDROID_SIGNATURE"
    /// A certificate between leaf and root is no authority, may not sign certificates, or exceeds a path length.
    case issuer = "ATTESTATION_ANDROID_ISSUER"
    /// The leaf is an authority.
    case leafIsAuthority = "ATTESTATION_ANDROID_LEAF_IS_AUTHORITY"
    /// A certificate between leaf and root is used outside its dates.
    case notYetValid = "ATTESTATION_ANDROID_NOT_YET_VALID"
    case expired = "ATTESTATION_ANDROID_EXPIRED"

    // Where the extension stands.
    /// The leaf has no attestation extension.
    case extensionMissing = "ATTESTATION_ANDROID_EXTENSION_MISSING"
    /// The leaf has the extension more than once.
    case extensionRepeated = "ATTESTATION_ANDROID_EXTENSION_REPEATED"
    /// A certificate nearer to the root has the extension: an attested key signs certificates.
    case extensionAboveLeaf = "ATTESTATION_ANDROID_EXTENSION_ABOVE_LEAF"

    // Revocation.
    /// No list was ever loaded.
    case revocationListMissing = "ATTESTATION_ANDROID_REVOCATION_LIST_MISSING"
    /// The list is older than it allows.
    case revocationListStale = "ATTESTATION_ANDROID_REVOCATION_LIST_STALE"
    /// A serial number of the chain is on the list.
    case revoked = "ATTESTATION_ANDROID_REVOKED"

    // The description of the key.
    /// The extension is not a KeyDescription.
    case descriptionEncoding = "ATTESTATION_ANDROID_DESCRIPTION_ENCODING"
    /// A tag stands twice in one list.
    case tagRepeated = "ATTESTATION_ANDROID_TAG_REPEATED"
    /// An attestation version below 1.
    case version = "ATTESTATION_ANDROID_VERSION"
    /// The level of the attestation or of the key is below the policy's.
    case securityLevel = "ATTESTATION_ANDROID_SECURITY_LEVEL"
    /// Another challenge, or none.
    case challenge = "ATTESTATION_ANDROID_CHALLENGE"
    /// Whether software or hardware enforces: no root of trust in the hardware's list.
    case rootOfTrustMissing = "ATTESTATION_ANDROID_ROOT_OF_TRUST_MISSING"
    /// The device was not booted into what its maker signed.
    case bootState = "ATTESTATION_ANDROID_BOOT_STATE"
    /// The boot loader is unlocked.
    case unlocked = "ATTESTATION_ANDROID_UNLOCKED"
    /// A key that any application may use.
    case allApplications = "ATTESTATION_ANDROID_ALL_APPLICATIONS"
    /// Not a key for signing, or also one for something else than verifying.
    case purpose = "ATTESTATION_ANDROID_PURPOSE"
    /// Not an elliptic curve key.
    case algorithm = "ATTESTATION_ANDROID_ALGORITHM"
    /// Not on P-256, or the certificate holds another key than the description says.
    case curve = "ATTESTATION_ANDROID_CURVE"
    /// Imported, derived, or of unknown origin.
    case origin = "ATTESTATION_ANDROID_ORIGIN"
    /// No application is named.
    case applicationMissing = "ATTESTATION_ANDROID_APPLICATION_MISSING"
    /// The system could not tell the application's name, which it can after the next boot.
    case applicationUnknown = "ATTESTATION_ANDROID_APPLICATION_UNKNOWN"
    /// An application that is not one of ours, alone or beside ours.
    case application = "ATTESTATION_ANDROID_APPLICATION"
    /// An application of ours by name, signed by somebody else.
    case applicationSigner = "ATTESTATION_ANDROID_APPLICATION_SIGNER"
    /// No patch level, or one that is no month.
    case patchLevelMissing = "ATTESTATION_ANDROID_PATCH_LEVEL_MISSING"
    /// A patch level below the policy's.
    case patchLevel = "ATTESTATION_ANDROID_PATCH_LEVEL"
}
