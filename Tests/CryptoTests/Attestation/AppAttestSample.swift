import TestSupport
import Wire

@testable import Crypto

/// One published sample of `golden-vectors/appattest`, as its file says.
struct AppAttestSample {
    let json: JSONValue
    let appID: String
    let environment: AppAttestEnvironment
    /// Unix seconds at which all certificates of the sample are good.
    let verifyAt: Int64

    static let names = [
        "veehaitch-ios14-development", "node-app-attest-production", "warden-supreme-ios17-development",
    ]

    init(_ name: String) throws {
        let path = "appattest/\(name).json"
        json = try GoldenVectors.read(path)
        guard let appID = json["appId"]?.string, let time = json["verifyAt"]?.string else {
            throw GoldenVectors.Missing(path: path)
        }
        self.appID = appID
        environment = json["environment"]?.string == "development" ? .development : .production
        let text = time.hasSuffix("+00:00") ? time.dropLast(6) + "Z" : time[...]
        guard let milliseconds = ReceiptTime.milliseconds(Array(text.utf8)) else {
            throw GoldenVectors.Missing(path: path)
        }
        verifyAt = milliseconds / 1000
    }

    var object: [UInt8] {
        get throws { try Self.bytes(json["attestation"]?["attestationObject"]) }
    }

    var clientDataHash: [UInt8] {
        get throws { try SHA256.hash(Self.bytes(json["attestation"]?["clientData"])) }
    }

    /// What the file says; of a sample without, the hash of the point of its certificate.
    var keyID: [UInt8] {
        get throws {
            if let text = json["keyId"]?.string { return try Self.bytes(.string(text)) }
            let leaf = try AttestationObject(object).leaf
            return SHA256.hash(try CertificateInspector.inspect(leaf).publicKey ?? [])
        }
    }

    /// Of Apple's roots, this app and this environment.
    func policy(receiptAge: Int64 = AppAttestPolicy.receiptAge) throws -> AppAttestPolicy {
        try AppAttestPolicy(
            roots: AppleRoots.appAttestation, receiptRoots: AppleRoots.receipts, appIDs: [appID],
            environments: [environment], categories: .any, receiptAge: receiptAge)
    }

    /// Standard Base64.
    static func bytes(_ value: JSONValue?) throws -> [UInt8] {
        guard let bytes = value?.string.flatMap(Base64.decode) else { throw GoldenVectors.Missing(path: "Base64") }
        return bytes
    }

    /// The point of a public key in PEM.
    static func point(_ value: JSONValue?) throws -> [UInt8] {
        let lines = (value?.string ?? "").split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return try SubjectPublicKeyInfo.decode(bytes(.string(lines.joined())))
    }
}
