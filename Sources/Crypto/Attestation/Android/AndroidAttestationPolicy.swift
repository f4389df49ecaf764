/// What an operator demands of an attested key and of the device that holds it.
public struct AndroidAttestationPolicy: Sendable {
    /// Public keys at which a chain may end, each as SubjectPublicKeyInfo. Google's root was issued several times with
    /// one key, and devices carry any of those certificates: the key is what is trusted.
    public var roots: [[UInt8]]
    /// Names of our packages, each with SHA-256 of the certificates that may sign it.
    public var applications: [String: Set<[UInt8]>]
    /// The weaker of the attestation's and the key's own level must reach it.
    public var minimumLevel: AndroidSecurityLevel
    /// Year and month, such as 202401; nil: any, and none is needed.
    public var minimumPatchLevel: Int?
    /// Only what the device's maker signed, on a locked device. Without it, any boot state passes and is reported.
    public var requiresVerifiedBoot: Bool

    public init(
        roots: [[UInt8]] = AndroidRoots.google, applications: [String: Set<[UInt8]>],
        minimumLevel: AndroidSecurityLevel = .trustedEnvironment, minimumPatchLevel: Int? = nil,
        requiresVerifiedBoot: Bool = true
    ) {
        self.roots = roots
        self.applications = applications
        self.minimumLevel = minimumLevel
        self.minimumPatchLevel = minimumPatchLevel
        self.requiresVerifiedBoot = requiresVerifiedBoot
    }
}
