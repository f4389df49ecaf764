import Crypto
import Testing

@Suite("Inspection of certificates")
struct InspectorTests {
    private let fixture: AuthorityFixture

    init() throws { fixture = try AuthorityFixture.make() }

    @Test("every field reads as it was asked for, in both slots and all levels")
    func fields() throws {
        for slot in CertificateSlot.allCases {
            for level in CertificateLevel.allCases {
                let profile = fixture.profile(slot, level)
                let read = try CertificateInspector.inspect(fixture.issuing.issueLeaf(profile))
                #expect(read.publicKey == profile.publicKey)
                #expect(read.subjectPublicKeyInfo == (try SubjectPublicKeyInfo.encode(point: profile.publicKey)))
                #expect(read.slot == slot)
                #expect(read.level == level)
                #expect(read.serial == profile.serial)
                #expect(read.notBefore == profile.notBefore)
                #expect(read.notAfter == profile.notAfter)
                #expect(read.country == "MN")
                #expect(read.subjectSerialNumber == "PNOMN-123456789012")
                #expect(read.keyUsage == (slot == .authentication ? .digitalSignature : .nonRepudiation))
                #expect(read.allowsClientAuth == (slot == .authentication))
                #expect(!read.isAuthority)
                #expect(read.pathLength == nil)
            }
        }
    }

    @Test("an authority has neither slot nor level")
    func authority() throws {
        let read = fixture.root.details
        #expect(read.isAuthority)
        #expect(read.pathLength == 1)
        #expect(read.keyUsage == [.keyCertSign, .crlSign])
        #expect(read.slot == nil)
        #expect(read.level == nil)
    }

    @Test("a certificate cut off or prolonged anywhere is none")
    func lengths() throws {
        let certificate = try fixture.issuing.issueLeaf(fixture.profile(.signature))
        for count in 0..<certificate.count {
            #expect(throws: CryptoError("CERTIFICATE_ENCODING")) {
                _ = try CertificateInspector.inspect(Array(certificate[..<count]))
            }
        }
        #expect(throws: CryptoError("CERTIFICATE_ENCODING")) {
            _ = try CertificateInspector.inspect(certificate + [0])
        }
    }

    @Test("a damaged byte gives a reading or an encoding error, nothing else")
    func damage() throws {
        let certificate = try fixture.issuing.issueLeaf(fixture.profile(.signature))
        for position in certificate.indices {
            for flip: UInt8 in [0x01, 0xFF] {
                var damaged = certificate
                damaged[position] ^= flip
                do {
                    _ = try CertificateInspector.inspect(damaged)
                } catch {
                    #expect(error == CryptoError("CERTIFICATE_ENCODING"))
                }
            }
        }
    }

    @Test("foreign certificates read as far as they go")
    func foreign() throws {
        let openssl = try OpenSSLCommand()
        let made = try openssl.run(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "k", "-outform", "DER", "-out", "c",
            "-subj", "/CN=Foreign")
        #expect(made.status == 0)
        let read = try CertificateInspector.inspect(openssl.bytes("c"))
        #expect(read.publicKey == nil)
        #expect(read.commonName == "Foreign")
        #expect(read.country == nil)
        #expect(read.keyUsage == nil)
        #expect(read.isAuthority)
    }
}
