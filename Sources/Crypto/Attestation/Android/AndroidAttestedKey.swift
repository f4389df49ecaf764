/// A key that a device's secure hardware made and vouches for, after every check.
public struct AndroidAttestedKey: Sendable, Equatable {
    /// P-256, uncompressed point, 65 bytes.
    public let publicKey: [UInt8]
    public let attestationVersion: Int64
    public let attestationLevel: AndroidSecurityLevel
    public let keyMintVersion: Int64
    public let keyMintLevel: AndroidSecurityLevel
    /// The weaker of the two.
    public var level: AndroidSecurityLevel { min(attestationLevel, keyMintLevel) }
    /// Nil only under a policy that does not ask for it.
    public let rootOfTrust: AndroidRootOfTrust?
    /// The one of our packages that is named, the first when there are several.
    public let packageName: String
    public let packageVersion: Int64
    /// As the system writes it: 140000 is Android 14.
    public let osVersion: Int64?
    /// Year and month.
    public let osPatchLevel: Int64?
    /// As the device wrote it, not judged: some write neither month nor day here.
    public let vendorPatchLevel: Int64?
    public let bootPatchLevel: Int64?
    /// Whether the key works without PIN, pattern or biometrics.
    public let worksUnauthenticated: Bool
    /// Whether the attestation key came from Google over the network, for weeks, or from the factory, for ever.
    public let isRemotelyProvisioned: Bool
}
