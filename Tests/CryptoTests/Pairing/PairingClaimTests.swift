import Foundation
import TestSupport
import Testing

@testable import Crypto

@Suite struct PairingClaimTests {
    private static func claim(_ key: Point, name: String = "Утас") -> PairingClaim {
        PairingClaim(
            serviceId: "11111111-2222-4333-8444-555555555555", fingerprint: Array(0..<32), code: "847291",
            publicKey: key, name: name)
    }

    /// The bytes of docs/protocol.md, put together by Python.
    @Test func theDigestIsThatOfTheDocument() throws {
        let G = try Point(
            encoding: [0x04]
                + Octets.hex("6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296")
                + Octets.hex("4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5"))
        #expect(
            Self.claim(G).transcript.digest
                == Octets.hex("6a970a429e2849e61ccb74485444bbb9424c047231f042dd7cf33e91269feaaf"))
    }

    @Test func itsKeyHasSignedIt() throws {
        let key = try P256SigningKey.generate(random: SystemRandom())
        let other = try P256SigningKey.generate(random: SystemRandom())
        let claim = try Self.claim(Point(encoding: key.publicKey))
        let signature = try claim.sign(with: key)
        #expect(throws: Never.self) { try claim.verify(signature) }
        // Hardware signs with either s.
        let raw = try ECDSASignatureDER.decode(signature)
        let negated = try Scalar(bytes: Array(raw.suffix(32))).negated().bytes
        let twin = try ECDSASignatureDER.encode(Array(raw.prefix(32)) + negated)
        #expect(throws: Never.self) { try claim.verify(twin) }
        let damaged = [signature + [0], Array(signature.dropLast()), raw, [], try claim.sign(with: other)]
        for signature in damaged {
            let error = #expect(throws: CryptoError.self) { try claim.verify(signature) }
            #expect(error?.code == "PAIRING_PROOF")
        }
    }

    /// Whatever a claim says is signed.
    @Test func everyMemberIsSigned() throws {
        let key = try P256SigningKey.generate(random: SystemRandom())
        let point = try Point(encoding: key.publicKey)
        let claim = Self.claim(point)
        let signature = try claim.sign(with: key)
        let others = [
            PairingClaim(
                serviceId: "21111111-2222-4333-8444-555555555555", fingerprint: claim.fingerprint, code: claim.code,
                publicKey: point, name: claim.name),
            PairingClaim(
                serviceId: claim.serviceId, fingerprint: Array(1..<33), code: claim.code, publicKey: point,
                name: claim.name),
            PairingClaim(
                serviceId: claim.serviceId, fingerprint: claim.fingerprint, code: "847292", publicKey: point,
                name: claim.name),
            Self.claim(point, name: ""),
        ]
        for other in others { #expect(throws: CryptoError.self) { try other.verify(signature) } }
    }

    /// A certificate and its fingerprint as `openssl x509 -noout -fingerprint -sha256` prints it.
    @Test func theFingerprintOfACertificate() throws {
        let der = try PEM.decode(Self.certificate)
        #expect(
            der.map(TLSIdentity.fingerprint) == [
                "E9:A3:F2:34:E9:C9:7F:E0:1B:05:EF:20:48:8A:7F:DA:49:51:6C:24:3A:36:69:F8:B2:D9:13:92:7A:76:12:EB"
            ])
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBoDCCAUWgAwIBAgIUeekJIMhUBP4JvsNhDcrCcs2G9OkwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMcGFpcmluZy10ZXN0MB4XDTI2MTEzMDAzMTkyNloXDTM2MTEy
        NzAzMTkyNlowFzEVMBMGA1UEAwwMcGFpcmluZy10ZXN0MFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEFDdmqzaNghYQ9ecqoMthDk24CQC2Vgs+hEucW6gb7he4LFvU
        Gic8xVfuHBs2Llh4uO4ZIU19vSz9clBkm3iWWaNvMG0wHQYDVR0OBBYEFE2EBK0a
        Pwgh5sLhwVDJqjTWp+6pMB8GA1UdIwQYMBaAFE2EBK0aPwgh5sLhwVDJqjTWp+6p
        MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoG
        CCqGSM49BAMCA0kAMEYCIQCH3q0PvlmGgZlT0lAS+TnHKuqfZwFCxMc77i8rVzFj
        lwIhAN06UkboIy786eWjpMIsv0BhBCgHukV2G4qcGv7EN4g0
        -----END CERTIFICATE-----

        """
}
