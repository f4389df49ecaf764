import Testing

@testable import Crypto

@Suite("Certificate chains")
struct ChainTests {
    private let fixture: AuthorityFixture
    private let leaf: [UInt8]

    init() throws {
        fixture = try AuthorityFixture.make()
        leaf = try fixture.issuing.issueLeaf(fixture.profile(.signature))
    }

    private func verify(
        _ leaf: [UInt8], through intermediates: [[UInt8]]? = nil, to roots: [[UInt8]]? = nil,
        at time: Int64 = AuthorityFixture.now, slot: CertificateSlot? = nil
    ) throws(CryptoError) -> [[UInt8]] {
        try CertificateChain.verify(
            leaf: leaf, intermediates: intermediates ?? [fixture.issuing.certificate],
            roots: roots ?? [fixture.root.certificate], atUnixSeconds: time, slot: slot)
    }

    /// A certificate below any key, with any extensions: what our authority would never sign.
    private func forge(
        by key: P256SigningKey, issuer: CertificateDetails, for subject: P256SigningKey, name: String,
        _ extensions: [[UInt8]]
    ) throws -> [UInt8] {
        try CertificateTemplate(
            serial: LeafProfile.randomSerial(from: SystemRandom()), issuer: issuer.subjectName,
            subject: AuthorityName(organization: "O", commonName: name).encoded(),
            notBefore: AuthorityFixture.start, notAfter: AuthorityFixture.start + 9 * AuthorityFixture.year,
            publicKey: subject.publicKey, extensions: extensions
        ).signed(by: key)
    }

    @Test("leaf, issuing authority and root are a chain, in this order")
    func whole() throws {
        let chain = try verify(leaf)
        #expect(chain == [leaf, fixture.issuing.certificate, fixture.root.certificate])
    }

    @Test("the order and number of offered intermediates do not matter")
    func order() throws {
        let issuing = fixture.issuing.certificate
        let other = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "Other", commonName: "Other"), notBefore: AuthorityFixture.start,
            random: SystemRandom()
        ).certificate
        #expect(
            try verify(leaf, through: [other, issuing, issuing], to: [other, fixture.root.certificate]).count == 3)
    }

    @Test("no way to a root is untrusted")
    func untrusted() throws {
        let other = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "Tamga", commonName: "Tamga Development Root"),
            notBefore: AuthorityFixture.start, random: SystemRandom())
        #expect(throws: CryptoError("CHAIN_UNTRUSTED")) { try verify(leaf, through: []) }
        #expect(throws: CryptoError("CHAIN_UNTRUSTED")) { try verify(leaf, to: []) }
        #expect(throws: CryptoError("CHAIN_UNTRUSTED")) { try verify(leaf, to: [other.certificate]) }
        #expect(throws: CryptoError("CHAIN_UNTRUSTED")) {
            try verify(leaf, through: [fixture.issuing.certificate, fixture.root.certificate], to: [])
        }
    }

    @Test("an intermediate is no anchor, and neither is the leaf itself")
    func partial() {
        #expect(throws: CryptoError("CHAIN_UNTRUSTED")) {
            try verify(leaf, through: [], to: [fixture.issuing.certificate])
        }
        #expect(throws: CryptoError("CHAIN_UNTRUSTED")) { try verify(leaf, through: [], to: [leaf]) }
    }

    @Test("time counts for every certificate, first and last second included")
    func time() throws {
        let profile = fixture.profile(.signature)
        #expect(throws: CryptoError("CHAIN_NOT_YET_VALID")) { try verify(leaf, at: profile.notBefore - 1) }
        #expect(try verify(leaf, at: profile.notBefore).count == 3)
        #expect(throws: CryptoError("CHAIN_EXPIRED")) { try verify(leaf, at: profile.notAfter + 1) }
        #expect(throws: CryptoError("CHAIN_EXPIRED")) {
            try verify(leaf, at: AuthorityFixture.start + 30 * AuthorityFixture.year)
        }
    }

    @Test("a changed signature or content does not verify")
    func signature() throws {
        var damaged = leaf
        damaged[leaf.count - 1] ^= 1
        #expect(throws: CryptoError("CHAIN_SIGNATURE")) { try verify(damaged) }
        var renamed = leaf
        let digits = Array("123456789012".utf8)
        let position = try #require(leaf.indices.first { leaf[$0...].starts(with: digits) })
        renamed[position] = UInt8(ascii: "9")
        #expect(throws: CryptoError("CHAIN_SIGNATURE")) { try verify(renamed) }
    }

    @Test("the use is checked when it is asked for")
    func usage() throws {
        let login = try fixture.issuing.issueLeaf(fixture.profile(.authentication))
        #expect(try verify(leaf, slot: .signature).count == 3)
        #expect(try verify(login, slot: .authentication).count == 3)
        #expect(throws: CryptoError("CHAIN_USAGE")) { try verify(leaf, slot: .authentication) }
        #expect(throws: CryptoError("CHAIN_USAGE")) { try verify(login, slot: .signature) }
        #expect(throws: CryptoError("CHAIN_USAGE")) { try verify(fixture.issuing.certificate, through: []) }
        #expect(throws: CryptoError("CHAIN_USAGE")) { try verify(fixture.root.certificate) }
    }

    @Test("a citizen cannot issue certificates")
    func citizenAsIssuer() throws {
        let forged = try forge(
            by: fixture.citizen, issuer: CertificateInspector.inspect(leaf),
            for: P256SigningKey.generate(random: SystemRandom()), name: "Victim",
            [CertificateExtensions.keyUsage(.nonRepudiation)])
        #expect(throws: CryptoError("CHAIN_ISSUER")) {
            try verify(forged, through: [leaf, fixture.issuing.certificate])
        }
    }

    @Test("an authority below the issuing authority exceeds its path length")
    func pathLength() throws {
        let issuingKey = try P256SigningKey(pkcs8: fixture.issuing.privateKey())
        let subordinate = try P256SigningKey.generate(random: SystemRandom())
        let identifier = CertificateExtensions.keyIdentifier(of: subordinate.publicKey)
        let middle = try forge(
            by: issuingKey, issuer: fixture.issuing.details, for: subordinate, name: "Subordinate",
            [
                CertificateExtensions.basicConstraints(pathLength: 0),
                CertificateExtensions.keyUsage(.keyCertSign),
                CertificateExtensions.subjectKeyIdentifier(identifier),
            ])
        let forged = try forge(
            by: subordinate, issuer: CertificateInspector.inspect(middle), for: fixture.citizen, name: "Victim",
            [CertificateExtensions.keyUsage(.nonRepudiation)])
        #expect(throws: CryptoError("CHAIN_ISSUER")) {
            try verify(forged, through: [middle, fixture.issuing.certificate])
        }
    }

    @Test("an unknown critical extension is refused, an uncritical one is not")
    func criticalExtension() throws {
        let issuingKey = try P256SigningKey(pkcs8: fixture.issuing.privateKey())
        for critical in [true, false] {
            let unknown = DER.sequence([
                DER.objectIdentifier([1, 3, 6, 1, 4, 1, 99999, 1]), critical ? DER.boolean(true) : [],
                DER.octetString(DER.integer([1])),
            ])
            let certificate = try forge(
                by: issuingKey, issuer: fixture.issuing.details, for: fixture.citizen, name: "Someone", [unknown])
            if critical {
                #expect(throws: CryptoError("CHAIN_CRITICAL_EXTENSION")) { try verify(certificate) }
            } else {
                #expect(try verify(certificate).count == 3)
            }
        }
    }

    @Test("a key below 112 bits of strength is weak")
    func weak() throws {
        let openssl = try OpenSSLCommand()
        _ = try openssl.run(
            "req", "-x509", "-newkey", "rsa:1024", "-nodes", "-keyout", "k.pem", "-out", "r.pem", "-subj", "/CN=Weak")
        _ = try openssl.run("x509", "-in", "r.pem", "-outform", "DER", "-out", "r.der")
        let made = try openssl.run(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "l.key", "-out", "l.der", "-outform", "DER",
            "-subj", "/CN=Leaf", "-addext", "basicConstraints=critical,CA:FALSE", "-CA", "r.pem", "-CAkey", "k.pem")
        try #require(made.status == 0)
        let (root, leaf) = (try openssl.bytes("r.der"), try openssl.bytes("l.der"))
        let now = try CertificateInspector.inspect(leaf).notBefore + 60
        #expect(throws: CryptoError("CHAIN_WEAK")) { try verify(leaf, through: [], to: [root], at: now) }
    }

    @Test("a chain of eight is accepted, a longer one refused")
    func tooLong() throws {
        let key = try P256SigningKey.generate(random: SystemRandom())
        let name = try AuthorityName(organization: "O", commonName: "0").encoded()
        let root = try CertificateTemplate(
            serial: LeafProfile.randomSerial(from: SystemRandom()), issuer: name, subject: name,
            notBefore: AuthorityFixture.start, notAfter: AuthorityFixture.start + 9 * AuthorityFixture.year,
            publicKey: key.publicKey, extensions: [unlimitedAuthority]
        ).signed(by: key)
        var authorities = [root]
        for count in 2...9 {
            let issuer = try CertificateInspector.inspect(authorities[count - 2])
            let end = try forge(
                by: key, issuer: issuer, for: key, name: "leaf",
                [CertificateExtensions.basicConstraints(pathLength: nil)])
            if count <= 8 {
                #expect(try verify(end, through: authorities, to: [root]).count == count)
            } else {
                #expect(throws: CryptoError("CHAIN_TOO_LONG")) { try verify(end, through: authorities, to: [root]) }
            }
            authorities.append(
                try forge(by: key, issuer: issuer, for: key, name: "\(count)", [unlimitedAuthority]))
        }
    }

    private var unlimitedAuthority: [UInt8] {
        DER.sequence([
            DER.objectIdentifier(OID.basicConstraints), DER.boolean(true),
            DER.octetString(DER.sequence([DER.boolean(true)])),
        ])
    }

    @Test("inputs that are no certificates are named as such")
    func encoding() {
        #expect(throws: CryptoError("CERTIFICATE_ENCODING")) { try verify([]) }
        #expect(throws: CryptoError("CERTIFICATE_ENCODING")) { try verify(leaf, through: [[1, 2, 3]]) }
        #expect(throws: CryptoError("CERTIFICATE_ENCODING")) { try verify(leaf, to: [leaf + [0]]) }
    }
}
