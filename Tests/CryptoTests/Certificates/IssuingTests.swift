import Crypto
import Testing

@Suite("Certificates, judged by the command line of OpenSSL")
struct IssuingTests {
    private let fixture: AuthorityFixture
    private let openssl: OpenSSLCommand

    init() throws {
        fixture = try AuthorityFixture.make()
        openssl = try OpenSSLCommand()
        try openssl.file("root.pem", Array(PEM.encode(fixture.root.certificate).utf8))
        try openssl.file("issuing.pem", Array(PEM.encode(fixture.issuing.certificate).utf8))
    }

    private func text(_ certificate: [UInt8]) throws -> String {
        try openssl.file("one.der", certificate)
        let result = try openssl.run(
            "x509", "-inform", "DER", "-in", "one.der", "-noout", "-text", "-nameopt", "RFC2253,show_type")
        #expect(result.status == 0)
        return result.output
    }

    private func verify(_ certificate: [UInt8], _ more: [String] = []) throws -> (status: Int32, output: String) {
        try openssl.file("leaf.pem", Array(PEM.encode(certificate).utf8))
        return try openssl.run(
            ["verify", "-x509_strict", "-attime", String(AuthorityFixture.now), "-CAfile", "root.pem"]
                + ["-untrusted", "issuing.pem"] + more + ["leaf.pem"])
    }

    /// The qualified statements, taken apart by `asn1parse`; `nil` when there are none.
    private func statements(_ certificate: [UInt8]) throws -> String? {
        try openssl.file("one.der", certificate)
        let lines = try openssl.run("asn1parse", "-inform", "DER", "-in", "one.der").output.split(separator: "\n")
        guard let head = lines.firstIndex(where: { $0.hasSuffix(":qcStatements") }),
            let offset = lines[head + 1].split(separator: ":").first
        else { return nil }
        let position = String(offset.filter { $0 != " " })
        return try openssl.run("asn1parse", "-inform", "DER", "-in", "one.der", "-strparse", position).output
    }

    @Test("the root signs itself for 20 years and allows one authority below it")
    func root() throws {
        let text = try text(fixture.root.certificate)
        #expect(text.contains("Issuer: CN=UTF8STRING:Tamga Development Root,O=UTF8STRING:Tamga,C=PRINTABLESTRING:MN"))
        #expect(text.contains("Subject: CN=UTF8STRING:Tamga Development Root,O=UTF8STRING:Tamga,C=PRINTABLESTRING:MN"))
        #expect(text.contains("Not Before: Jan  1 00:00:00 2026 GMT"))
        #expect(text.contains("Not After : Dec 31 23:59:59 2045 GMT"))
        #expect(text.contains("X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:1"))
        #expect(text.contains("X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign"))
        #expect(try openssl.run("verify", "-x509_strict", "-CAfile", "root.pem", "root.pem").status == 0)
    }

    @Test("the issuing authority allows none below it")
    func issuing() throws {
        let text = try text(fixture.issuing.certificate)
        #expect(text.contains("X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0"))
        #expect(text.contains("X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign"))
        #expect(text.contains("X509v3 Any Policy"))
        #expect(throws: CryptoError("CERTIFICATE_ISSUER")) {
            _ = try fixture.issuing.createIssuing(
                name: AuthorityName(organization: "O", commonName: "N"), notBefore: AuthorityFixture.start,
                random: SystemRandom())
        }
    }

    @Test("a log-in certificate has digitalSignature and clientAuth, and claims nothing qualified")
    func authentication() throws {
        for level in CertificateLevel.allCases {
            let certificate = try fixture.issuing.issueLeaf(fixture.profile(.authentication, level))
            let text = try text(certificate)
            #expect(text.contains("X509v3 Key Usage: critical\n                Digital Signature\n"))
            #expect(text.contains("X509v3 Extended Key Usage: \n                TLS Web Client Authentication\n"))
            #expect(text.contains("Signature Algorithm: ecdsa-with-SHA256"))
            #expect(text.contains("CA:FALSE"))
            #expect(try statements(certificate) == nil)
            #expect(try verify(certificate, ["-purpose", "sslclient"]).status == 0)
        }
    }

    @Test("a signature certificate has nonRepudiation only, and serves no TLS client")
    func signature() throws {
        for level in CertificateLevel.allCases {
            let certificate = try fixture.issuing.issueLeaf(fixture.profile(.signature, level))
            let text = try text(certificate)
            #expect(text.contains("X509v3 Key Usage: critical\n                Non Repudiation\n"))
            #expect(!text.contains("Extended Key Usage"))
            #expect(try verify(certificate).status == 0)
            #expect(try verify(certificate, ["-purpose", "sslclient"]).status != 0)
        }
    }

    @Test("compliance, type, law and meaning for QUALIFIED; the device's statement for QSCD only; none for ADVANCED")
    func qualified() throws {
        let plain = try fixture.issuing.issueLeaf(fixture.profile(.signature, .qualified))
        let device = try fixture.issuing.issueLeaf(fixture.profile(.signature, .qscd))
        let advanced = try fixture.issuing.issueLeaf(fixture.profile(.signature, .advanced))
        #expect(try statements(advanced) == nil)
        for (certificate, inDevice) in [(plain, false), (device, true)] {
            let text = try #require(try statements(certificate))
            for statement in ["0.4.0.1862.1.1", "0.4.0.1862.1.6", "0.4.0.1862.1.6.1", "0.4.0.1862.1.7"] {
                #expect(text.contains(":\(statement)\n"))
            }
            #expect(text.contains("PRINTABLESTRING   :MN"))
            #expect(text.contains(":0.4.0.194121.1.1\n"))
            #expect(text.contains(":0.4.0.1862.1.4\n") == inDevice)
        }
    }

    @Test("the subject is C, SN, GN, CN, serialNumber in the right string types")
    func subject() throws {
        let text = try text(fixture.issuing.issueLeaf(fixture.profile(.signature)))
        // RFC 2253 writes the last attribute first.
        let subject = [
            "serialNumber=PRINTABLESTRING:PNOMN-123456789012", "CN=UTF8STRING:Dorj Bat-Erdene",
            "GN=UTF8STRING:Bat-Erdene", "SN=UTF8STRING:Dorj", "C=PRINTABLESTRING:MN",
        ].joined(separator: ",")
        #expect(text.contains("Subject: \(subject)\n"))
    }

    @Test("addresses stand where relying parties look for them, and are left out when there are none")
    func addresses() throws {
        let text = try text(fixture.issuing.issueLeaf(fixture.profile(.signature)))
        #expect(text.contains("OCSP - URI:http://ocsp.example/"))
        #expect(text.contains("CA Issuers - URI:http://pki.example/issuing.cer"))
        #expect(text.contains("Full Name:\n                  URI:http://pki.example/issuing.crl"))
        var profile = fixture.profile(.signature)
        (profile.issuerURL, profile.ocspURL, profile.revocationListURL) = (nil, nil, nil)
        let bare = try self.text(fixture.issuing.issueLeaf(profile))
        #expect(!bare.contains("URI:"))
        #expect(!bare.contains("Authority Information Access"))
    }

    @Test("dates from 2050 on are written as GeneralizedTime")
    func lateDates() throws {
        let late: Int64 = 2_493_072_000  // 2049-01-01
        let root = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "O", commonName: "N"), notBefore: late, random: SystemRandom())
        let text = try text(root.certificate)
        #expect(text.contains("Not Before: Jan  1 00:00:00 2049 GMT"))
        #expect(text.contains("Not After : Dec 31 23:59:59 2068 GMT"))
        try openssl.file("late.der", root.certificate)
        let parsed = try openssl.run("asn1parse", "-inform", "DER", "-in", "late.der").output
        #expect(parsed.contains("UTCTIME           :490101000000Z"))
        #expect(parsed.contains("GENERALIZEDTIME   :20681231235959Z"))
    }

    @Test("the library's own tools read a private key that we write, and we read theirs")
    func privateKey() throws {
        try openssl.file("key.der", Octets.of(fixture.issuing.privateKey()))
        #expect(
            try openssl.run("pkey", "-inform", "DER", "-in", "key.der", "-noout", "-check").output.contains("valid"))
        _ = try openssl.run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "new.pem")
        _ = try openssl.run("pkcs8", "-topk8", "-nocrypt", "-in", "new.pem", "-outform", "DER", "-out", "new.der")
        let bytes = try openssl.bytes("new.der")
        #expect(try P256SigningKey(pkcs8: Octets.secret(bytes)).publicKey.count == 65)
    }

    @Test("a signature verifies with the library's own tools")
    func signatures() throws {
        try openssl.file("message", Array("message".utf8))
        try openssl.file("signature", fixture.citizen.sign(Array("message".utf8)))
        try openssl.file("public.der", SubjectPublicKeyInfo.encode(point: fixture.citizen.publicKey))
        let pem = try openssl.run("pkey", "-pubin", "-inform", "DER", "-in", "public.der", "-out", "public.pem")
        #expect(pem.status == 0)
        let result = try openssl.run("dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "message")
        #expect(result.output.contains("Verified OK"))
    }
}
