import Testing

@testable import Crypto

@Suite("Android attestation: chains, lists, policies")
struct AndroidChainTests {
    private let chain: SyntheticAndroidChain

    init() throws { chain = try SyntheticAndroidChain() }

    private func verify(
        _ certificates: [[UInt8]], policy: AndroidAttestationPolicy? = nil,
        challenge: [UInt8] = SyntheticAndroidDescription.challenge,
        revocation: AndroidRevocationList? = SyntheticAndroidChain.emptyList
    ) throws -> AndroidAttestedKey {
        try AndroidAttestationVerifier(policy: policy ?? chain.policy()).verify(
            chain: certificates, challenge: challenge, revocation: revocation, now: SyntheticAndroidChain.now)
    }

    @Test("a leaf signed by an attested key is refused, whatever that key's certificate permits")
    func chainExtension() throws {
        #expect(throws: AndroidAttestationError.extensionAboveLeaf) { try verify(chain.extended()) }
        var willing = chain
        willing.leaf.extensions = [
            SyntheticAndroidCertificate.authority(), SyntheticAndroidCertificate.certificateSigning,
        ]
        #expect(throws: AndroidAttestationError.extensionAboveLeaf) { try verify(willing.extended()) }
    }

    @Test("a chain has three to eight certificates")
    func length() throws {
        let whole = try chain.build()
        for count in 0..<3 {
            #expect(throws: AndroidAttestationError.chainLength) { try verify(Array(whole.prefix(count))) }
        }
        #expect(throws: AndroidAttestationError.chainLength) {
            try verify([[UInt8]](repeating: whole[0], count: 9))
        }
    }

    @Test("a chain stands in order and is whole")
    func order() throws {
        let whole = try chain.build()
        #expect(throws: AndroidAttestationError.issuerName) { try verify(whole.reversed()) }
        #expect(throws: AndroidAttestationError.issuerName) { try verify([whole[0], whole[2], whole[3]]) }
        #expect(throws: AndroidAttestationError.untrustedRoot) { try verify(Array(whole.dropLast())) }
    }

    @Test("a foreign root with the same subject is refused, another certificate of the pinned key is not")
    func root() throws {
        let other = try P256SigningKey.generate(random: LabelledRandom("foreign root"))
        var foreign = chain.root
        foreign.publicKey = try SubjectPublicKeyInfo.encode(point: other.publicKey)
        var certificates = try chain.build()
        certificates[2] = try chain.intermediate.signed(by: other)
        certificates[3] = try foreign.signed(by: other)
        #expect(throws: AndroidAttestationError.untrustedRoot) { try verify(certificates) }
        // With the pinned key's certificate in its place the names fit, and the signature does not.
        certificates[3] = try chain.build()[3]
        #expect(throws: AndroidAttestationError.signature) { try verify(certificates) }

        var reissued = chain
        reissued.root.serial = [7]
        (reissued.root.notBefore, reissued.root.notAfter) = (
            SyntheticAndroidChain.now + 1, SyntheticAndroidChain.now + 2
        )
        #expect(try verify(reissued.build()).publicKey == chain.keys.leaf.publicKey)
    }

    @Test("the leaf's dates say nothing, not even in which form they are written")
    func leafDates() throws {
        var changed = chain
        (changed.leaf.notBefore, changed.leaf.notAfter) = (4_000_000_000, 100)
        #expect(try verify(changed.build()).level == .trustedEnvironment)
        changed.leaf.notBeforeElement = DER.element(0x18, Array("19700101000000Z".utf8))
        changed.leaf.notAfterElement = SyntheticAndroidCertificate.noDate
        #expect(try verify(changed.build()).level == .trustedEnvironment)
    }

    @Test("a damaged certificate is refused at every length")
    func truncated() throws {
        let whole = try chain.build()
        for count in 0..<whole[0].count {
            var certificates = whole
            certificates[0] = Array(whole[0].prefix(count))
            #expect(throws: AndroidAttestationError.certificateEncoding) { try verify(certificates) }
        }
    }

    @Test("no changed byte of a description is believed, and none ends the process")
    func flipped() throws {
        let der = chain.description.der
        for index in der.indices {
            for bit: UInt8 in [0x01, 0x80] {
                var value = der
                value[index] ^= bit
                _ = try? KeyDescription(der: value)
            }
            #expect(throws: AndroidAttestationError.self) { try KeyDescription(der: Array(der.prefix(index))) }
        }
        var certificate = try chain.build()
        certificate[0][certificate[0].count - 1] ^= 1
        #expect(throws: AndroidAttestationError.signature) { try verify(certificate) }
    }

    @Test("without a list, with a stale one, and with any certificate of the chain on it: refused")
    func revocation() throws {
        let whole = try chain.build()
        #expect(throws: AndroidAttestationError.revocationListMissing) { try verify(whole, revocation: nil) }
        #expect(throws: AndroidAttestationError.revocationListStale) {
            try verify(whole, revocation: AndroidRevocationList(entries: [:], expiresAt: SyntheticAndroidChain.now))
        }
        let fresh = AndroidRevocationList(entries: [:], expiresAt: SyntheticAndroidChain.now + 1)
        #expect(try verify(whole, revocation: fresh).level == .trustedEnvironment)
        // Leaf, attestation key (also as a decimal number), intermediate, root.
        for serial in ["1", "f16584", "15820164", "38826", "d50f"] {
            for status in [AndroidRevocationList.Status.revoked, .suspended] {
                let list = AndroidRevocationList(entries: [serial: status], expiresAt: nil)
                #expect(throws: AndroidAttestationError.revoked) { try verify(whole, revocation: list) }
            }
        }
        let others = AndroidRevocationList(entries: ["2": .revoked, "0f16584": .revoked], expiresAt: nil)
        #expect(try verify(whole, revocation: others).level == .trustedEnvironment)
    }

    @Test("serial numbers in both spellings")
    func serials() {
        #expect(AndroidRevocationList.hexadecimal([]) == "0" && AndroidRevocationList.decimal([]) == "0")
        #expect(AndroidRevocationList.hexadecimal([0x0A, 0x0B]) == "a0b")
        // 2^159, computed with another program.
        let large = [0x80] + [UInt8](repeating: 0, count: 19)
        #expect(AndroidRevocationList.decimal(large) == "730750818665451459101842416358141509827966271488")
    }

    @Test("an empty challenge matches nothing")
    func emptyChallenge() throws {
        var silent = chain
        silent.description.challenge = []
        #expect(throws: AndroidAttestationError.challenge) { try verify(silent.build(), challenge: []) }
    }

    @Test("a policy may ask for StrongBox, for no patch level, for any boot")
    func policies() throws {
        var policy = try chain.policy()
        policy.minimumLevel = .strongBox
        #expect(throws: AndroidAttestationError.securityLevel) { try verify(chain.build(), policy: policy) }
        var strong = chain
        (strong.description.attestationLevel, strong.description.keyMintLevel) = (2, 2)
        #expect(try verify(strong.build(), policy: policy).level == .strongBox)
        strong.description.keyMintLevel = 1
        #expect(throws: AndroidAttestationError.securityLevel) { try verify(strong.build(), policy: policy) }

        policy = try chain.policy()
        policy.minimumPatchLevel = nil
        var unpatched = chain
        unpatched.description.setHardware(706, nil)
        #expect(try verify(unpatched.build(), policy: policy).osPatchLevel == nil)

        policy.requiresVerifiedBoot = false
        unpatched.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(locked: 0, state: 2))
        #expect(try verify(unpatched.build(), policy: policy).rootOfTrust?.bootState == .unverified)
    }

    @Test("unknown tags are skipped, also unsorted and with what no schema has")
    func unknownTags() throws {
        var future = chain
        future.description.version = 500
        future.description.hardware.insert((724, [0xFF, 0xFF]), at: 0)
        future.description.hardware.append((8, []))
        future.description.hardware.append((2_000_000, DER.integer([1])))
        // Android 15 writes vendor patch levels that are no numbers.
        future.description.setHardware(718, DER.octetString([1]))
        let key = try verify(future.build())
        #expect(key.attestationVersion == 500 && key.vendorPatchLevel == nil)
    }

    @Test("before version 3 a boot has no digest")
    func earlyRootOfTrust() throws {
        var early = chain
        early.description.version = 2
        early.description.setHardware(704, SyntheticAndroidDescription.rootOfTrust(hash: nil))
        #expect(try verify(early.build()).rootOfTrust?.verifiedBootHash == nil)
    }

    @Test("a remotely provisioned key is known by its attestation key's extension")
    func provisioned() throws {
        var remote = chain
        remote.attestation.extensions.append(SyntheticAndroidCertificate.provisioning)
        #expect(try verify(remote.build()).isRemotelyProvisioned)
    }
}
