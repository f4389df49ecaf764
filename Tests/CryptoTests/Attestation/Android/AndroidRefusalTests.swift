import Testing

@testable import Crypto

@Suite("Android attestation: what is refused")
struct AndroidRefusalTests {
    /// A rule, the change that breaks it and nothing else, and the error.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: AndroidAttestationError
        let change: @Sendable (inout SyntheticAndroidChain) throws -> Void

        init(
            _ rule: String, _ error: AndroidAttestationError,
            _ change: @escaping @Sendable (inout SyntheticAndroidChain) throws -> Void
        ) {
            (testDescription, self.error, self.change) = (rule, error, change)
        }
    }

    private func verify(
        _ chain: [[UInt8]], _ policy: AndroidAttestationPolicy,
        challenge: [UInt8] = SyntheticAndroidDescription.challenge,
        revocation: AndroidRevocationList? = SyntheticAndroidChain.emptyList, now: Int64 = SyntheticAndroidChain.now
    ) throws(AndroidAttestationError) -> AndroidAttestedKey {
        try AndroidAttestationVerifier(policy: policy).verify(
            chain: chain, challenge: challenge, revocation: revocation, now: now)
    }

    @Test("the unchanged chain passes, and what it says comes back")
    func good() throws {
        let chain = try SyntheticAndroidChain()
        let key = try verify(chain.build(), chain.policy())
        #expect(key.publicKey == chain.keys.leaf.publicKey)
        #expect(key.level == .trustedEnvironment && key.attestationVersion == 300)
        #expect(key.packageName == SyntheticAndroidDescription.package && key.packageVersion == 7)
        #expect(key.osVersion == 140_000 && key.osPatchLevel == 202_408 && key.vendorPatchLevel == 20_240_805)
        #expect(key.rootOfTrust?.verifiedBootHash == Array(1...32) && key.rootOfTrust?.isLocked == true)
        #expect(key.worksUnauthenticated && !key.isRemotelyProvisioned)
    }

    @Test("every error of a certificate has its chain", arguments: chainCases)
    func chain(_ one: Case) throws {
        var chain = try SyntheticAndroidChain()
        try one.change(&chain)
        #expect(throws: one.error) { try verify(chain.build(), chain.policy()) }
    }

    @Test("every error of the description has its attestation", arguments: descriptionCases)
    func description(_ one: Case) throws {
        var chain = try SyntheticAndroidChain()
        try one.change(&chain)
        #expect(throws: one.error) { try verify(chain.build(), chain.policy()) }
    }

    private static let chainCases: [Case] = [
        Case("the leaf is signed by its issuer", .signature) { $0.leafSigner = $0.keys.intermediate },
        Case("an issuer is named", .issuerName) { $0.leaf.issuer = "intermediate" },
        Case("SHA-1 signs nothing", .signatureAlgorithm) { $0.leaf.algorithm = [1, 2, 840, 10045, 4, 1] },
        Case("a signing key has 112 bits of strength", .weakKey) { $0.attestation.publicKey = weakKey },
        Case("another key than the issuer's does not verify", .signature) {
            $0.attestation.publicKey = AndroidRoots.keyAttestationCA1
        },
        Case("an issuer is an authority", .issuer) {
            $0.attestation.extensions = [SyntheticAndroidCertificate.certificateSigning]
        },
        Case("an issuer says that it is no authority", .issuer) {
            $0.attestation.extensions = [CertificateExtensions.basicConstraints(pathLength: nil)]
        },
        Case("an issuer may sign certificates", .issuer) {
            $0.attestation.extensions = [
                SyntheticAndroidCertificate.authority(), SyntheticAndroidCertificate.digitalSignature,
            ]
        },
        Case("a path length holds", .issuer) {
            $0.intermediate.extensions = [SyntheticAndroidCertificate.authority(pathLength: 0)]
        },
        Case("a leaf is no authority", .leafIsAuthority) {
            $0.leaf.extensions = [SyntheticAndroidCertificate.authority()]
        },
        Case("an attestation key has expired", .expired) { $0.attestation.notAfter = SyntheticAndroidChain.now - 1 },
        Case("an attestation key is not valid yet", .notYetValid) {
            $0.attestation.notBefore = SyntheticAndroidChain.now + 1
        },
        Case("an intermediate has expired", .expired) { $0.intermediate.notAfter = SyntheticAndroidChain.now - 1 },
        Case("a date is one", .certificateEncoding) {
            $0.attestation.notBeforeElement = SyntheticAndroidCertificate.noDate
        },
        Case("a last date is one", .certificateEncoding) {
            $0.attestation.notAfterElement = SyntheticAndroidCertificate.noDate
        },
        Case("the leaf has the extension", .extensionMissing) { $0.extensionCount = 0 },
        Case("the leaf has it once", .extensionRepeated) { $0.extensionCount = 2 },
        Case("an attestation key has it not", .extensionAboveLeaf) {
            $0.attestation.extensions.append(SyntheticAndroidCertificate.attestation($0.description.der))
        },
        Case("a root has it not", .extensionAboveLeaf) {
            $0.root.extensions.append(SyntheticAndroidCertificate.attestation($0.description.der))
        },
        Case("a serial number is not negative", .serialNumber) { $0.leaf.serialElement = [0x02, 0x01, 0x81] },
        Case("a serial number is not zero", .serialNumber) { $0.leaf.serial = [] },
        Case("a serial number has at most 20 bytes", .serialNumber) {
            $0.attestation.serial = [UInt8](repeating: 0x11, count: 21)
        },
        Case("a certificate has a bounded length", .certificateLength) {
            $0.leaf.subject = String(repeating: "x", count: 9_000)
        },
        Case("a root's key is pinned, its name is not", .untrustedRoot) { chain in
            chain.root.publicKey = chain.leaf.publicKey
        },
    ]

    private static let descriptionCases: [Case] = [
        Case("software attests nothing", .securityLevel) { $0.description.attestationLevel = 0 },
        Case("the key's own level counts too", .securityLevel) { $0.description.keyMintLevel = 0 },
        Case("an unknown level is none", .descriptionEncoding) { $0.description.keyMintLevel = 3 },
        Case("the challenge is ours", .challenge) { $0.description.challenge = Array("another".utf8) },
        Case("a prefix of the challenge is another", .challenge) { $0.description.challenge.removeLast() },
        Case("a version is positive", .version) { $0.description.version = 0 },
        Case("there is a root of trust", .rootOfTrustMissing) { $0.description.setHardware(704, nil) },
        Case("software's root of trust is none", .rootOfTrustMissing) {
            $0.description.setHardware(704, nil)
            $0.description.setSoftware(704, SyntheticAndroidDescription.rootOfTrust())
        },
        Case("a self-signed boot is refused", .bootState) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(state: 1))
        },
        Case("an unverified boot is refused", .bootState) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(state: 2))
        },
        Case("a failed boot is refused", .bootState) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(state: 3))
        },
        Case("an unknown boot state is none", .descriptionEncoding) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(state: 4))
        },
        Case("an unlocked device is refused", .unlocked) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(locked: 0))
        },
        Case("true is FF", .descriptionEncoding) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(locked: 1))
        },
        Case("from version 3 on the boot has a digest", .descriptionEncoding) {
            $0.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(hash: nil))
        },
        Case("a key is for signing", .purpose) {
            $0.description.setHardware(1, SyntheticAndroidDescription.purposes([3]))
        },
        Case("a key attests no other keys", .purpose) {
            $0.description.setHardware(1, SyntheticAndroidDescription.purposes([2, 7]))
        },
        Case("a key has a purpose", .purpose) { $0.description.setHardware(1, nil) },
        Case("software's purpose is none", .purpose) {
            $0.description.setHardware(1, nil)
            $0.description.setSoftware(1, SyntheticAndroidDescription.purposes([2]))
        },
        Case("RSA is refused", .algorithm) { $0.description.setHardware(2, DER.integer([1])) },
        Case("P-384 is refused", .curve) { $0.description.setHardware(10, DER.integer([2])) },
        Case("a curve is named", .curve) { $0.description.setHardware(10, nil) },
        Case("a key has 256 bits", .curve) { $0.description.setHardware(3, DER.integer([1, 0x80])) },
        Case("the certificate's key is on P-256", .curve) { $0.leaf.publicKey = AndroidRoots.keyAttestationCA1 },
        Case("an imported key is refused", .origin) { $0.description.setHardware(702, DER.integer([2])) },
        Case("a derived key is refused", .origin) { $0.description.setHardware(702, DER.integer([1])) },
        Case("an origin is needed", .origin) { $0.description.setHardware(702, nil) },
        Case("a key belongs to one app", .allApplications) { $0.description.setHardware(600, [0x05, 0x00]) },
        Case("a key belongs to one app in software too", .allApplications) {
            $0.description.setSoftware(600, [0x05, 0x00])
        },
        Case("an application is named", .applicationMissing) { $0.description.setSoftware(709, nil) },
        Case("an application list is not empty", .applicationMissing) {
            $0.description.setSoftware(
                709, SyntheticAndroidDescription.application([], [SyntheticAndroidDescription.signer]))
        },
        Case("hardware names no applications", .applicationMissing) {
            $0.description.setHardware(709, $0.description.software[1].value)
            $0.description.setSoftware(709, nil)
        },
        Case("a system that cannot name it says so", .applicationUnknown) {
            $0.description.setSoftware(
                709,
                SyntheticAndroidDescription.application(
                    [("UnknownApplication", 0)], [SyntheticAndroidDescription.signer]))
        },
        Case("another application is refused", .application) {
            $0.description.setSoftware(
                709,
                SyntheticAndroidDescription.application([("mn.example.other", 7)], [SyntheticAndroidDescription.signer])
            )
        },
        Case("a stranger beside ours is refused", .application) {
            $0.description.setSoftware(
                709,
                SyntheticAndroidDescription.application(
                    [(SyntheticAndroidDescription.package, 7), ("mn.example.other", 1)],
                    [SyntheticAndroidDescription.signer]))
        },
        Case("another signer is refused", .applicationSigner) {
            $0.description.setSoftware(
                709,
                SyntheticAndroidDescription.application(
                    [(SyntheticAndroidDescription.package, 7)], [[UInt8](repeating: 1, count: 32)]))
        },
        Case("a second signer is refused", .applicationSigner) {
            $0.description.setSoftware(
                709,
                SyntheticAndroidDescription.application(
                    [(SyntheticAndroidDescription.package, 7)],
                    [SyntheticAndroidDescription.signer, [UInt8](repeating: 1, count: 32)]))
        },
        Case("a signer is needed", .applicationSigner) {
            $0.description.setSoftware(
                709, SyntheticAndroidDescription.application([(SyntheticAndroidDescription.package, 7)], []))
        },
        Case("a signer is a digest", .descriptionEncoding) {
            $0.description.setSoftware(
                709, SyntheticAndroidDescription.application([(SyntheticAndroidDescription.package, 7)], [[1, 2]]))
        },
        Case("a patch level is needed", .patchLevelMissing) { $0.description.setHardware(706, nil) },
        Case("a patch level is a month", .patchLevelMissing) {
            $0.description.setHardware(706, SyntheticAndroidDescription.number(202_413))
        },
        Case("a patch level has no day", .patchLevelMissing) {
            $0.description.setHardware(706, SyntheticAndroidDescription.number(20_240_805))
        },
        Case("a patch level is not below the floor", .patchLevel) {
            $0.description.setHardware(706, SyntheticAndroidDescription.number(202_312))
        },
        Case("software's patch level is none", .patchLevelMissing) {
            $0.description.setHardware(706, nil)
            $0.description.setSoftware(706, SyntheticAndroidDescription.number(202_408))
        },
        Case("a tag stands once", .tagRepeated) { $0.description.hardware.append((702, DER.integer([]))) },
        Case("an unknown tag stands once", .tagRepeated) {
            $0.description.software += [(9_999, []), (9_999, [])]
        },
        Case("nothing follows the eighth field", .descriptionEncoding) { $0.description.tail = [0x05, 0x00] },
        Case("nothing follows the description", .descriptionEncoding) {
            $0.extensionValue = $0.description.der + [0]
        },
        Case("a purpose is a set", .descriptionEncoding) { $0.description.setHardware(1, DER.integer([2])) },
        Case("an algorithm is a number", .descriptionEncoding) { $0.description.setHardware(2, DER.octetString([3])) },
        Case("a number is not negative", .descriptionEncoding) { $0.description.setHardware(702, [0x02, 0x01, 0x80]) },
        Case("a number has its shortest form", .descriptionEncoding) {
            $0.description.setHardware(2, [0x02, 0x02, 0x00, 0x03])
        },
        Case("a number fits", .descriptionEncoding) {
            $0.description.setHardware(706, DER.integer([UInt8](repeating: 0x11, count: 8)))
        },
        Case("a NULL is empty", .descriptionEncoding) { $0.description.setHardware(503, [0x05, 0x01, 0x00]) },
        Case("nothing follows a value", .descriptionEncoding) {
            $0.description.setHardware(2, DER.integer([3]) + DER.integer([3]))
        },
        Case("a list is bounded", .descriptionEncoding) {
            $0.description.software += (2_000..<2_200).map { ($0, [0x05, 0x00]) }
        },
        Case("a set is bounded", .descriptionEncoding) {
            $0.description.setHardware(1, SyntheticAndroidDescription.purposes([UInt8](repeating: 2, count: 17)))
        },
    ]

    /// An RSA key of 1,024 bits, as SubjectPublicKeyInfo.
    private static let weakKey = DER.sequence([
        DER.sequence([DER.objectIdentifier([1, 2, 840, 113549, 1, 1, 1]), [0x05, 0x00]]),
        DER.bitString(
            DER.sequence([DER.integer([UInt8](repeating: 0xC5, count: 128)), DER.integer([1, 0, 1])])),
    ])
}
