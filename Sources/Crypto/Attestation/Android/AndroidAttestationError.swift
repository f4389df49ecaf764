/// Why an Android key attestation is refused; every rule has its own.
public enum AndroidAttestationError: String, Error, Sendable, CaseIterable {
    // The chain.
    /// Fewer than three certificates (the root signs no keys of apps) or more than `maximumChain`.
    case chainLength
    /// A certificate is longer than `maximumCertificate`.
    case certificateLength
    /// Not one strict DER certificate.
    case certificateEncoding
    /// A serial number that is zero, negative, or longer than 20 bytes: revocation could not be looked up.
    case serialNumber
    /// A certificate's issuer is not the subject of the next one.
    case issuerName
    /// The last certificate's public key is not one of the roots.
    case untrustedRoot
    /// A signature algorithm other than ECDSA or RSA with SHA-256, -384 or -512.
    case signatureAlgorithm
    /// A key that signed has less than 112 bits of strength.
    case weakKey
    /// A signature does not verify.
    case signature
    /// A certificate between leaf and root is no authority, may not sign certificates, or exceeds a path length.
    case issuer
    /// The leaf is an authority.
    case leafIsAuthority
    /// A certificate between leaf and root is used outside its dates.
    case notYetValid, expired

    // Where the extension stands.
    /// The leaf has no attestation extension.
    case extensionMissing
    /// The leaf has the extension more than once.
    case extensionRepeated
    /// A certificate nearer to the root has the extension: an attested key signs certificates.
    case extensionAboveLeaf

    // Revocation.
    /// No list was ever loaded.
    case revocationListMissing
    /// The list is older than it allows.
    case revocationListStale
    /// A serial number of the chain is on the list.
    case revoked

    // The description of the key.
    /// The extension is not a KeyDescription.
    case descriptionEncoding
    /// A tag stands twice in one list.
    case tagRepeated
    /// An attestation version below 1.
    case version
    /// The level of the attestation or of the key is below the policy's.
    case securityLevel
    /// Another challenge, or none.
    case challenge
    /// Whether software or hardware enforces: no root of trust in the hardware's list.
    case rootOfTrustMissing
    /// The device was not booted into what its maker signed.
    case bootState
    /// The boot loader is unlocked.
    case unlocked
    /// A key that any application may use.
    case allApplications
    /// Not a key for signing, or also one for something else than verifying.
    case purpose
    /// Not an elliptic curve key.
    case algorithm
    /// Not on P-256, or the certificate holds another key than the description says.
    case curve
    /// Imported, derived, or of unknown origin.
    case origin
    /// No application is named.
    case applicationMissing
    /// The system could not tell the application's name, which it can after the next boot.
    case applicationUnknown
    /// An application that is not one of ours, alone or beside ours.
    case application
    /// An application of ours by name, signed by somebody else.
    case applicationSigner
    /// No patch level, or one that is no month.
    case patchLevelMissing
    /// A patch level below the policy's.
    case patchLevel
}
