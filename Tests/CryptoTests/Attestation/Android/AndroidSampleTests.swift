import Foundation
import TestSupport
import Testing
import Wire

@testable import Crypto

/// Chains of real devices (golden-vectors/android-key-attestation), against what their publisher says is in them.
@Suite("Android attestation: real devices")
struct AndroidSampleTests {
    private static let verified = "caiman_sdk36_TEE_EC_RKP"
    private static let unlocked = ["akita_sdk34_TEE_EC_NONE", "blueline_sdk28_TEE_EC_NONE"]
    /// A moment at which the intermediates of each are valid.
    private static let moments: [String: Int64] = [
        verified: 1_758_900_681, unlocked[0]: 1_727_389_886, unlocked[1]: 1_538_178_036,
    ]

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(GoldenVectors.directory)/android-key-attestation/\(name)", encoding: .utf8)
    }

    private static func chain(_ name: String) throws -> [[UInt8]] { try PEM.decode(text(name + ".pem")) }

    private static func expected(_ name: String) throws -> JSONValue {
        try GoldenVectors.read("android-key-attestation/\(name).json")
    }

    /// Root keys as pinned, and the application that made the samples.
    private static func policy(_ name: String) throws -> AndroidAttestationPolicy {
        let application = try expected(name)["softwareEnforced"]?["attestationApplicationId"]
        let package = try #require(application?["packages"]?.array?[0]["name"]?.string)
        let signer = try #require(application?["signatures"]?.array?[0].string.flatMap(Base64.decode))
        return AndroidAttestationPolicy(applications: [package: [signer]])
    }

    private static func challenge(_ name: String) throws -> [UInt8] {
        try #require(expected(name)["attestationChallenge"]?.string.flatMap(Base64.decode))
    }

    private static func verify(
        _ name: String, policy: AndroidAttestationPolicy? = nil, now: Int64? = nil,
        _ revocation: AndroidRevocationList = SyntheticAndroidChain.emptyList
    ) throws -> AndroidAttestedKey {
        try AndroidAttestationVerifier(policy: policy ?? Self.policy(name)).verify(
            chain: chain(name), challenge: challenge(name), revocation: revocation, now: now ?? moments[name] ?? 0)
    }

    @Test("the pinned keys are those of the published roots")
    func roots() throws {
        let published = try PEM.decode(Self.text("roots.pem"))
        #expect(try published.map { try CertificateInspector.inspect($0).subjectPublicKeyInfo } == AndroidRoots.google)
    }

    @Test("a locked device with verified boot passes")
    func verifiedBoot() throws {
        let key = try Self.verify(Self.verified)
        let point = try #require(try CertificateInspector.inspect(Self.chain(Self.verified)[0]).publicKey)
        #expect(key.publicKey == point && key.isRemotelyProvisioned)
        #expect(key.level == .trustedEnvironment && key.osPatchLevel == 202_511)
        #expect(key.packageName == "com.google.android.attestation")
    }

    @Test("an unlocked device is refused for its boot state", arguments: unlocked)
    func unverifiedBoot(_ name: String) throws {
        #expect(throws: AndroidAttestationError.bootState) { try Self.verify(name) }
    }

    @Test("what a sample says is what its publisher reads in it", arguments: [verified] + unlocked)
    func members(_ name: String) throws {
        var policy = try Self.policy(name)
        policy.requiresVerifiedBoot = false
        let key = try Self.verify(name, policy: policy)
        let expected = try Self.expected(name)
        let hardware = try #require(expected["hardwareEnforced"])
        #expect("\(key.attestationVersion)" == expected["attestationVersion"]?.string)
        #expect("\(key.keyMintVersion)" == expected["keyMintVersion"]?.string)
        #expect(expected["attestationSecurityLevel"]?.string == "TRUSTED_ENVIRONMENT" && key.level.rawValue == 1)
        for (name, value) in [
            ("osVersion", key.osVersion), ("osPatchLevel", key.osPatchLevel),
            ("vendorPatchLevel", key.vendorPatchLevel), ("bootPatchLevel", key.bootPatchLevel),
        ] { #expect(value.map(String.init) == hardware[name]?.string, "\(name)") }
        let root = try #require(key.rootOfTrust)
        let stated = try #require(hardware["rootOfTrust"])
        #expect(Base64.encode(root.verifiedBootKey) == stated["verifiedBootKey"]?.string)
        #expect(Base64.encode(root.verifiedBootHash ?? []) == stated["verifiedBootHash"]?.string)
        #expect(root.isLocked == stated["deviceLocked"]?.bool)
        #expect("\(root.bootState)".uppercased() == stated["verifiedBootState"]?.string)
        #expect(key.worksUnauthenticated == (hardware["noAuthRequired"]?.bool ?? false))
    }

    @Test("a real chain expires with its attestation key, whatever the leaf says")
    func expiry() throws {
        // The attestation key of the sample: 2025-09-24T15:31:19Z to 2025-10-03T15:31:19Z.
        #expect(throws: AndroidAttestationError.expired) { try Self.verify(Self.verified, now: 1_759_505_480) }
        #expect(throws: AndroidAttestationError.notYetValid) { try Self.verify(Self.verified, now: 1_758_727_878) }
    }

    @Test("each serial number of a real chain is looked up")
    func revoked() throws {
        for der in try Self.chain(Self.verified) {
            let serial = AndroidRevocationList.hexadecimal(try CertificateInspector.inspect(der).serial)
            let list = AndroidRevocationList(entries: [serial: .revoked], expiresAt: nil)
            #expect(throws: AndroidAttestationError.revoked) { try Self.verify(Self.verified, list) }
        }
    }

    @Test("any changed byte of a real leaf is refused")
    func changed() throws {
        let whole = try Self.chain(Self.verified)
        let verifier = try AndroidAttestationVerifier(policy: Self.policy(Self.verified))
        let challenge = try Self.challenge(Self.verified)
        for index in whole[0].indices {
            var chain = whole
            chain[0][index] ^= 0x04
            #expect(throws: AndroidAttestationError.self, "byte \(index)") {
                try verifier.verify(
                    chain: chain, challenge: challenge, revocation: SyntheticAndroidChain.emptyList,
                    now: Self.moments[Self.verified] ?? 0)
            }
        }
    }
}
