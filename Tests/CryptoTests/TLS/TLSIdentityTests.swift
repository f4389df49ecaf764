import Crypto
import Foundation
import Testing

/// Certificates and keys of a TLS server, with OpenSSL's command line as the other judge.
struct TLSIdentityTests {
    private func pair(_ names: [ServerCertificate.Name]) throws -> (key: P256SigningKey, certificate: [UInt8]) {
        let key = try P256SigningKey.generate(random: SystemRandom())
        let certificate = try ServerCertificate.selfSigned(
            key: key, names: names, notBefore: Int64(Date().timeIntervalSince1970) - 60, random: SystemRandom())
        return (key, certificate)
    }

    @Test func aSelfSignedCertificateIsGoodForItsNames() throws {
        let (key, certificate) = try pair([.host("id.example.mn"), .address([10, 0, 0, 7], text: "10.0.0.7")])
        let openssl = try OpenSSLCommand()
        try openssl.file("c.pem", Array(PEM.encode(certificate).utf8))
        for check in [["-verify_hostname", "id.example.mn"], ["-verify_ip", "10.0.0.7"]] {
            let purpose = ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "c.pem"]
            let said = try openssl.run(purpose + check + ["c.pem"])
            #expect(said.status == 0, "\(said.output)")
        }
        #expect(try openssl.run("verify", "-CAfile", "c.pem", "-verify_ip", "10.0.0.8", "c.pem").status != 0)
        let said = try openssl.run("x509", "-in", "c.pem", "-noout", "-fingerprint", "-sha256").output
        let pkcs8 = try key.pkcs8()
        let identity = try TLSIdentity(certificates: [certificate], key: TLSPrivateKey(pkcs8: pkcs8))
        #expect(said.hasSuffix("=\(identity.fingerprint)\n"))
        #expect(identity.notAfter - identity.notBefore == ServerCertificate.days * 86_400 - 1)
    }

    @Test func keysOfEveryUsualFormAreRead() throws {
        let openssl = try OpenSSLCommand()
        let makes = [
            ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.pem"],
            ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key.pem"],
            ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key.pem"],
        ]
        for make in makes {
            _ = try openssl.run(make)
            let request = ["req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=t", "-outform", "DER"]
            _ = try openssl.run(request + ["-out", "c.der"])
            let identity = try TLSIdentity(
                certificates: [openssl.bytes("c.der")], key: Self.key(pem: openssl.bytes("key.pem")))
            _ = try TLSContext(identity)
            // The pin that `openssl pkey -pubout` gives.
            _ = try openssl.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER", "-out", "spki.der")
            #expect(try identity.spkiSHA256 == SHA256.hash(openssl.bytes("spki.der")))
        }
    }

    @Test func whatDoesNotBelongTogetherIsRefused() throws {
        let one = try pair([.host("a.example")]), other = try pair([.host("a.example")])
        let pkcs8 = try other.key.pkcs8()
        let key = try TLSPrivateKey(pkcs8: pkcs8)
        #expect(throws: CryptoError("TLS_KEY")) { try TLSIdentity(certificates: [one.certificate], key: key) }
        #expect(throws: CryptoError("TLS_CERTIFICATE")) { try TLSIdentity(certificates: [], key: key) }
        #expect(throws: CryptoError("TLS_CERTIFICATE")) {
            try TLSIdentity(certificates: [other.certificate, [1, 2, 3]], key: key)
        }
        #expect(throws: CryptoError("CERTIFICATE_SUBJECT")) { try pair([.host("a b")]) }
        #expect(throws: CryptoError("CERTIFICATE_SUBJECT")) { try pair([]) }
        #expect(throws: CryptoError("CERTIFICATE_SUBJECT")) { try pair([.address([1], text: "1")]) }
    }

    /// Nobody is there to type a password, and nobody is asked.
    @Test func aKeyUnderAPasswordIsRefused() throws {
        let openssl = try OpenSSLCommand()
        _ = try openssl.run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.pem")
        _ = try openssl.run("pkey", "-in", "key.pem", "-aes256", "-passout", "pass:1234", "-out", "sealed.pem")
        let sealed = try openssl.bytes("sealed.pem")
        #expect(throws: CryptoError("TLS_KEY")) { try Self.key(pem: sealed) }
        #expect(throws: CryptoError("TLS_KEY")) { try Self.key(pem: Array("nothing".utf8)) }
    }

    /// RFC 9325 §4.2: 2048 bits and SHA-256 at least.
    @Test func aWeakKeyIsRefused() throws {
        let openssl = try OpenSSLCommand()
        _ = try openssl.run("genrsa", "-out", "key.pem", "1024")
        _ = try openssl.run(
            "req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=t", "-outform", "DER", "-out", "c.der")
        let identity = try TLSIdentity(
            certificates: [openssl.bytes("c.der")], key: Self.key(pem: openssl.bytes("key.pem")))
        #expect(throws: CryptoError("TLS_CERTIFICATE")) { try TLSContext(identity) }
    }

    private static func key(pem: [UInt8]) throws -> TLSPrivateKey {
        var secret = SecretBytes(count: pem.count)
        secret.withUnsafeMutableBytes { $0.copyBytes(from: pem) }
        return try TLSPrivateKey(pem: secret)
    }
}
