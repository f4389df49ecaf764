@testable import Crypto

/// The chain of these tests: the same keys and the same moment for all of them.
extension SyntheticAndroidChain {
    /// 2024-09-15T00:00:00Z.
    static let now: Int64 = 1_726_358_400

    private static let shared = Result { try Keys(random: LabelledRandom("android attestation")) }

    init() throws { try self.init(keys: Self.shared.get(), now: Self.now) }

    func extended() throws -> [[UInt8]] {
        try extended(by: P256SigningKey.generate(random: LabelledRandom("attacker")))
    }

    /// One that lets the default chain pass.
    func policy() throws -> AndroidAttestationPolicy {
        AndroidAttestationPolicy(
            roots: [try SubjectPublicKeyInfo.encode(point: keys.root.publicKey)],
            applications: [SyntheticAndroidDescription.package: [SyntheticAndroidDescription.signer]],
            minimumPatchLevel: 202_401)
    }

    static let emptyList = AndroidRevocationList(entries: [:], expiresAt: nil)
}
