import Crypto
import Foundation
import Phone
import Wire

/// A world of attestation without Apple: one authority for all tests of a process, and phones below it.
public enum TestAttestation {
    public static let appID = "TESTTEAM01.mn.tamga.test"

    private static let made = Result {
        try SyntheticAppAttestAuthority(
            seed: SecretBytes.random(count: 32, from: SystemRandom()), now: Int64(Date().timeIntervalSince1970))
    }

    public static var authority: SyntheticAppAttestAuthority { get throws { try made.get() } }

    /// An enclave without a key yet.
    public static func hardware(
        appID: String = Self.appID, environment: AppAttestEnvironment = .production
    ) throws -> SyntheticHardware {
        SyntheticHardware(
            authority: try authority, app: SyntheticAppAttestDevice.App(appID: appID, environment: environment))
    }

    /// Writes the roots for a server and names the settings that make it demand attestation.
    public static func settings(folder: String) throws -> [String: String] {
        let authority = try authority
        let path = folder + "/attestation-roots.pem"
        try (PEM.encode(authority.root) + PEM.encode(authority.receiptRoot)).write(
            toFile: path, atomically: true, encoding: .utf8)
        return [
            "TAMGA_REQUIRE_ATTESTATION": "true", "TAMGA_ATTESTATION_APP_IDS": appID,
            "TAMGA_ATTESTATION_ROOT_FILE": path,
        ]
    }
}

/// A request signed by hand, for tests that send what `AttestingTransport` would not. The bytes that are signed are put
/// together here once more, apart from the program's own.
public struct SignedRequest {
    public var request: PhoneRequest

    /// - Parameter nonce: as the server gave it
    public init(_ request: PhoneRequest, by hardware: any AttestationHardware, nonce: String) throws {
        var request = request
        let body = Base64.encode(SHA256.hash(request.body ?? []))
        let hash = SHA256.hash(Array("v1\n\(request.method)\n\(request.path)\n\(body)\n\(nonce)".utf8))
        let key = try hardware.key() ?? hardware.makeKey()
        request.headers.set("KeyId", Base64.encode(key.id))
        request.headers.set("Attestation-Nonce", nonce)
        if key.isAttested {
            request.headers.set("Type", "assert")
            request.headers.set("Assertion", Base64.encode(try hardware.assert(clientDataHash: hash)))
        } else {
            request.headers.set("Type", "attest")
            request.headers.set("Attestation", Base64.encode(try hardware.attest(clientDataHash: hash)))
            try hardware.noteAttested()
        }
        self.request = request
    }

    /// A fresh nonce of the server's.
    public static func nonce(_ transport: any Transport) throws -> String {
        let answer = try transport.send(PhoneRequest(method: "GET", path: "/v3/attestation/challenge"))
        guard let nonce = answer.json["nonce"]?.string else { throw TestFailure("challenge: \(answer.outcome)") }
        return nonce
    }
}
