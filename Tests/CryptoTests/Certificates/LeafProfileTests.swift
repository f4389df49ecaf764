import Testing

@testable import Crypto

@Suite("What is refused before a certificate is signed")
struct LeafProfileTests {
    private let fixture: AuthorityFixture

    init() throws { fixture = try AuthorityFixture.make() }

    private func expect(_ code: String, _ change: (inout LeafProfile) -> Void) {
        var profile = fixture.profile(.signature)
        change(&profile)
        let issuing = fixture.issuing
        #expect(throws: CryptoError(code)) { _ = try issuing.issueLeaf(profile) }
    }

    @Test(
        "a civil registration number is digits only",
        arguments: ["", "УХ00112233", "12 34", "12-34", "１２３", "123456789012345678901"])
    func civilId(civilId: String) {
        expect("CERTIFICATE_SUBJECT") {
            $0.subject = CertificateSubject(givenName: "Bat", surname: "Dorj", civilId: civilId)
        }
    }

    @Test(
        "names are Latin letters",
        arguments: [
            "", "Бат", "Bat\u{0}", "Bat\n", " Bat", "Bat ", "B@t", "Bat1", "=", "Ba×t", "e\u{301}",
            String(repeating: "a", count: 65),
        ])
    func names(name: String) {
        expect("CERTIFICATE_SUBJECT") { $0.subject = CertificateSubject(givenName: name, surname: "D", civilId: "1") }
        expect("CERTIFICATE_SUBJECT") { $0.subject = CertificateSubject(givenName: "B", surname: name, civilId: "1") }
    }

    @Test(
        "letters with marks, hyphens, apostrophes and initials are Latin",
        arguments: ["Müller", "O'Neil", "A.", "Ča-ž"])
    func latin(name: String) throws {
        var profile = fixture.profile(.authentication)
        profile.subject = CertificateSubject(givenName: name, surname: name, civilId: "1")
        let read = try CertificateInspector.inspect(fixture.issuing.issueLeaf(profile))
        #expect(read.givenName == name)
        #expect(read.surname == name)
        #expect(read.commonName == "\(name) \(name)")
    }

    @Test("a common name is cut at 64 characters, the full names stay")
    func longName() throws {
        var profile = fixture.profile(.authentication)
        let (given, family) = (String(repeating: "a", count: 64), String(repeating: "B", count: 63))
        profile.subject = CertificateSubject(givenName: given, surname: family, civilId: "1")
        let read = try CertificateInspector.inspect(fixture.issuing.issueLeaf(profile))
        #expect(read.givenName == given)
        #expect(read.commonName == family)
    }

    @Test(
        "a serial number is positive and has 16 to 20 bytes",
        arguments: [
            [], [UInt8](repeating: 1, count: 15), [UInt8](repeating: 1, count: 21), [UInt8](repeating: 0, count: 16),
            [0x80] + [UInt8](repeating: 1, count: 15), [0] + [UInt8](repeating: 1, count: 19),
        ])
    func serial(serial: [UInt8]) {
        expect("CERTIFICATE_SERIAL") { $0.serial = serial }
    }

    @Test("random serial numbers always fit")
    func randomSerials() {
        let random = LabelledRandom("serials")
        for _ in 0..<200 {
            let serial = LeafProfile.randomSerial(from: random)
            #expect(serial.count == 20)
            #expect((0x40...0x7F).contains(serial[0]))
        }
    }

    @Test("validity has a beginning before its end, within the authority's own")
    func validity() {
        expect("CERTIFICATE_VALIDITY") { $0.notAfter = $0.notBefore }
        expect("CERTIFICATE_VALIDITY") { $0.notBefore = AuthorityFixture.start - 1 }
        expect("CERTIFICATE_VALIDITY") { $0.notAfter = AuthorityFixture.start + 11 * AuthorityFixture.year }
        expect("CERTIFICATE_VALIDITY") { $0.notAfter = Int64.max }
        expect("CERTIFICATE_VALIDITY") { $0.notBefore = Int64.min }
    }

    @Test("a public key is an uncompressed point of the curve")
    func publicKey() {
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey = [] }
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey = [UInt8](repeating: 0, count: 65) }
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey[64] ^= 1 }
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey[0] = 6 }
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey = [2] + $0.publicKey[1...32] }
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey.append(0) }
        expect("PUBLIC_KEY_ENCODING") { $0.publicKey = [4] + [UInt8](repeating: 0xFF, count: 64) }
    }

    @Test(
        "addresses are http or https in ASCII",
        arguments: ["", "ftp://x.example/", "http://", "http://é/", "http://a b/"])
    func urls(url: String) {
        expect("CERTIFICATE_URL") { $0.issuerURL = url }
        expect("CERTIFICATE_URL") { $0.ocspURL = url }
        expect("CERTIFICATE_URL") { $0.revocationListURL = url }
    }

    @Test("an authority is loaded with its own key and its own certificate only")
    func loading() throws {
        let (root, issuing) = (fixture.root, fixture.issuing)
        let again = try CertificateAuthority(privateKey: issuing.privateKey(), certificate: issuing.certificate)
        #expect(try again.issueLeaf(fixture.profile(.signature)).isEmpty == false)
        #expect(throws: CryptoError("CERTIFICATE_ISSUER")) {
            _ = try CertificateAuthority(privateKey: root.privateKey(), certificate: issuing.certificate)
        }
        let leaf = try issuing.issueLeaf(fixture.profile(.signature))
        let citizen = fixture.citizen
        #expect(throws: CryptoError("CERTIFICATE_ISSUER")) {
            _ = try CertificateAuthority(privateKey: citizen.pkcs8(), certificate: leaf)
        }
        #expect(throws: CryptoError("SIGNING_KEY_ENCODING")) {
            _ = try CertificateAuthority(privateKey: SecretBytes(count: 0), certificate: issuing.certificate)
        }
    }

    @Test("a private key with bytes after it, or with another's public key, is refused")
    func privateKeyEncoding() throws {
        let bytes = try Octets.of(fixture.citizen.pkcs8())
        #expect(try P256SigningKey(pkcs8: Octets.secret(bytes)).publicKey == fixture.citizen.publicKey)
        #expect(throws: CryptoError("SIGNING_KEY_ENCODING")) {
            _ = try P256SigningKey(pkcs8: Octets.secret(bytes + [0]))
        }
        let foreign = try Array(bytes.dropLast(65)) + P256SigningKey.generate(random: SystemRandom()).publicKey
        #expect(throws: CryptoError("SIGNING_KEY_ENCODING")) {
            _ = try P256SigningKey(pkcs8: Octets.secret(foreign))
        }
    }

    @Test("the same randomness makes the same key")
    func deterministicKey() throws {
        let first = try P256SigningKey.generate(random: LabelledRandom("key"))
        let second = try P256SigningKey.generate(random: LabelledRandom("key"))
        #expect(first.publicKey == second.publicKey)
    }

    @Test("the last look finds every field that is not what was asked for")
    func lint() throws {
        let issuing = fixture.issuing
        let asked = fixture.profile(.signature)
        let certificate = try issuing.issueLeaf(asked)
        try LeafLint.check(certificate, against: asked, issuer: issuing)
        let changes: [(inout LeafProfile) -> Void] = [
            { $0.slot = .authentication }, { $0.level = .qscd }, { $0.level = .advanced }, { $0.notBefore += 1 },
            { $0.notAfter += 1 }, { $0.serial[19] ^= 1 }, { $0.publicKey[64] ^= 1 },
            { $0.subject = CertificateSubject(givenName: "Bat", surname: "Dorj", civilId: "123456789012") },
            { $0.subject = CertificateSubject(givenName: "Bat-Erdene", surname: "Dorj", civilId: "1") },
        ]
        for change in changes {
            var other = asked
            change(&other)
            #expect(throws: CryptoError("CERTIFICATE_LINT")) {
                try LeafLint.check(certificate, against: other, issuer: issuing)
            }
        }
        var forged = certificate
        forged[forged.count - 1] ^= 1
        #expect(throws: CryptoError("CERTIFICATE_LINT")) {
            try LeafLint.check(forged, against: asked, issuer: issuing)
        }
        let root = fixture.root
        #expect(throws: CryptoError("CERTIFICATE_LINT")) {
            try LeafLint.check(certificate, against: asked, issuer: root)
        }
    }
}
