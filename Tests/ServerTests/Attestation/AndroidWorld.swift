import Foundation
import Phone
import ServerTestSupport
import Synchronization
import Testing
import Wire

@testable import Crypto
@testable import Server

/// Android phones over HTTP: one server that lets in phones of both platforms, each below a root of the tests.
@Suite("Android phones over HTTP", .serialized)
struct AndroidEndToEnd {
    private static let shared = Mutex<AndroidWorld?>(nil)

    static func withWorld(_ body: (AndroidWorld) throws -> Void) throws {
        try shared.withLock { shared in
            let world = try shared ?? AndroidWorld()
            shared = world
            try body(world)
        }
    }
}

final class AndroidWorld {
    /// Settings of Android beside those of the deployment, and the files that they name.
    final class Files {
        let folder: String
        var revocation: String { folder + "/revocation.json" }

        init() throws {
            folder = NSTemporaryDirectory() + "android-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try PEM.encode(AndroidHardware.root()).write(
                toFile: folder + "/root.pem", atomically: true, encoding: .utf8)
            try write(#"{"entries":{}}"#)
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func write(_ list: String) throws { try list.write(toFile: revocation, atomically: true, encoding: .utf8) }

        var settings: [String: String] {
            [
                "TAMGA_ATTESTATION_ANDROID_APPS":
                    SyntheticAndroidDescription.package + "=" + Hex.encode(SyntheticAndroidDescription.signer),
                "TAMGA_ATTESTATION_ANDROID_PATCH_LEVEL": "2024-06",
                "TAMGA_ATTESTATION_ANDROID_REVOCATION_FILE": revocation,
                "TAMGA_ATTESTATION_ANDROID_ROOT_FILE": folder + "/root.pem",
            ]
        }
    }

    let files: Files
    let service: TestService
    /// The way to the server, without a signature.
    let bare: HTTPTransport
    let hardware: AndroidHardware
    let phone: TestPhone
    private var citizens = 0

    init() throws {
        files = try Files()
        service = try TestService(settings: files.settings, attestation: .required)
        bare = try service.transport()
        hardware = AndroidHardware()
        phone = try TestPhone(transport: AttestingTransport(bare, hardware: hardware))
        try phone.enrol(registrationNumber: "УХ00112233", platform: .android)
    }

    var deployment: TestDeployment { service.deployment }

    func nonce() throws -> String { try SignedRequest.nonce(bare) }

    func newCitizen() -> String {
        citizens += 1
        return String(format: "ЧР80%02d%02d%02d", citizens / 100 % 12 + 1, 1, citizens % 100)
    }

    /// Whether a phone can sign now, from a new session to a verified signature.
    func canSign(_ phone: TestPhone) throws -> Bool {
        let digest = SHA256.hash(Array(UUID().uuidString.utf8))
        let session = try service.relyingParty.sign(digest: digest, document: phone.documentNumber)
        try phone.approve(session)
        return try service.relyingParty.hasValidSignature(session, digest: digest)
    }

    func status(_ phone: TestPhone? = nil) throws -> PhoneRequest {
        PhoneRequest(
            method: "GET", path: "/v3/device-status",
            headers: ["X-Device-Token": try (phone ?? self.phone).registry.registration().deviceToken])
    }

    /// What comes of a fresh key's first request.
    func attest(_ hardware: any AttestationHardware) throws -> HTTPResponse {
        let request = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
        return try bare.send(SignedRequest(request, by: hardware, nonce: nonce()).request)
    }

    /// The attested keys of a phone's document, oldest first: platform and state.
    func keys(of phone: TestPhone) throws -> String? {
        try deployment.value(
            """
            SELECT string_agg(platform || ' ' || state, ', ' ORDER BY bound_at) FROM attested_key
            WHERE document_number = '\(phone.documentNumber)'
            """)
    }
}
