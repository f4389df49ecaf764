@testable import Crypto

/// A chain as a device sends it, under a root of the tests: leaf, attestation key, intermediate, root. By default a
/// good one; a test damages the drafts, then builds.
struct SyntheticChain {
    /// 2024-09-15T00:00:00Z.
    static let now: Int64 = 1_726_358_400

    struct Keys: Sendable {
        let root: P256SigningKey
        let intermediate: P256SigningKey
        let attestation: P256SigningKey
        let leaf: P256SigningKey
    }

    private static let shared = Result {
        let random = LabelledRandom("android attestation")
        return Keys(
            root: try .generate(random: random), intermediate: try .generate(random: random),
            attestation: try .generate(random: random), leaf: try .generate(random: random))
    }

    let keys: Keys
    var description = DescriptionDraft()
    var leaf: CertificateDraft
    var attestation: CertificateDraft
    var intermediate: CertificateDraft
    var root: CertificateDraft
    /// The bytes of the leaf's extension, when they are not the description's.
    var extensionValue: [UInt8]?
    /// Whether and how often the leaf has the extension.
    var extensionCount = 1
    /// Keys that sign instead of the right ones.
    var leafSigner: P256SigningKey?

    init() throws {
        keys = try Self.shared.get()
        leaf = CertificateDraft(
            issuer: "attestation", subject: "Android Keystore Key", notBefore: 0, notAfter: 2_461_449_600,
            publicKey: try SubjectPublicKeyInfo.encode(point: keys.leaf.publicKey),
            extensions: [CertificateDraft.digitalSignature])
        attestation = CertificateDraft(
            serial: [0xF1, 0x65, 0x84], issuer: "intermediate", subject: "attestation",
            publicKey: try SubjectPublicKeyInfo.encode(point: keys.attestation.publicKey),
            extensions: [CertificateDraft.authority(), CertificateDraft.certificateSigning])
        intermediate = CertificateDraft(
            serial: [0x03, 0x88, 0x26], issuer: "root", subject: "intermediate",
            publicKey: try SubjectPublicKeyInfo.encode(point: keys.intermediate.publicKey),
            extensions: [CertificateDraft.authority(pathLength: 2), CertificateDraft.certificateSigning])
        root = CertificateDraft(
            serial: [0xD5, 0x0F], issuer: "root", subject: "root",
            publicKey: try SubjectPublicKeyInfo.encode(point: keys.root.publicKey),
            extensions: [CertificateDraft.authority(), CertificateDraft.certificateSigning])
    }

    func build() throws -> [[UInt8]] {
        var leaf = leaf
        let value = CertificateDraft.attestation(extensionValue ?? description.der)
        leaf.extensions += [[UInt8]](repeating: value, count: extensionCount)
        return [
            try leaf.signed(by: leafSigner ?? keys.attestation), try attestation.signed(by: keys.intermediate),
            try intermediate.signed(by: keys.root), try root.signed(by: keys.root),
        ]
    }

    /// A leaf of the attacker's making, signed by the attested key, above the genuine chain.
    func extended() throws -> [[UInt8]] {
        let attacker = try P256SigningKey.generate(random: LabelledRandom("attacker"))
        var forged = leaf
        forged.issuer = leaf.subject
        forged.publicKey = try SubjectPublicKeyInfo.encode(point: attacker.publicKey)
        forged.extensions.append(CertificateDraft.attestation(description.der))
        return [try forged.signed(by: keys.leaf)] + (try build())
    }

    /// One that lets the default chain pass.
    func policy() throws -> AndroidAttestationPolicy {
        AndroidAttestationPolicy(
            roots: [try SubjectPublicKeyInfo.encode(point: keys.root.publicKey)],
            applications: [DescriptionDraft.package: [DescriptionDraft.signer]], minimumPatchLevel: 202_401)
    }

    static let emptyList = AndroidRevocationList(entries: [:], expiresAt: nil)
}
