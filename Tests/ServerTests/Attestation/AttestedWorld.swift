import Crypto
import Foundation
import Phone
import ServerTestSupport
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// The rules of attestation over HTTP. One server that demands it, one enrolled phone with its enclave.
@Suite("Attestation over HTTP", .serialized)
struct AttestationEndToEnd {
    private static let shared = Mutex<AttestedWorld?>(nil)

    static func withWorld(_ body: (AttestedWorld) throws -> Void) throws {
        try shared.withLock { shared in
            let world = try shared ?? AttestedWorld()
            shared = world
            try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
            try body(world)
        }
    }
}

final class AttestedWorld {
    let service: TestService
    /// The way to the server, without a signature.
    let bare: HTTPTransport
    let hardware: SyntheticHardware
    let phone: TestPhone
    let document: String
    private var citizens = 0

    init() throws {
        service = try TestService(attestation: .required)
        bare = try service.transport()
        hardware = try TestAttestation.hardware()
        phone = try TestPhone(transport: AttestingTransport(bare, hardware: hardware))
        try phone.enrol(registrationNumber: "УХ00112233")
        document = try phone.documentNumber
    }

    var deployment: TestDeployment { service.deployment }
    var routes: [Route] { service.servers[0].apiRoutes }
    var guarded: [Route] { routes.filter(AttestationGate.isGuarded) }

    func nonce() throws -> String { try SignedRequest.nonce(bare) }

    /// A registration number that nobody has yet.
    func newCitizen() -> String {
        citizens += 1
        return String(format: "ЧР80%02d%02d%02d", citizens / 100 % 12 + 1, 1, citizens % 100)
    }

    /// A session that asks for a signature of a digest that no other session has.
    func sign() throws -> (id: String, digest: [UInt8]) {
        let digest = SHA256.hash(Array(UUID().uuidString.utf8))
        return (try service.relyingParty.sign(digest: digest, document: document), digest)
    }

    /// Whether a phone can sign now, from a new session to a verified signature.
    func canSign(_ phone: TestPhone) throws -> Bool {
        let session = try sign()
        try phone.restore(phone.registry.state.withoutOpenRuns)
        try phone.approve(session.id)
        return try service.relyingParty.hasValidSignature(session.id, digest: session.digest)
    }

    /// A request to a route that a phone could send, but for its signature.
    func request(_ route: Route) throws -> PhoneRequest {
        let path = route.template
            .replacing("{document}", with: document).replacing("{method}", with: "dan")
            .replacing("{id}", with: UUID().uuidString.lowercased())
        let isRead = route.method == "GET"
        var headers: HTTPHeaders = ["X-Device-Token": try phone.registry.registration().deviceToken]
        if !isRead { headers.add("Content-Type", "application/json") }
        return PhoneRequest(
            method: route.method, path: "/v3" + path, headers: headers, body: isRead ? nil : Array("{}".utf8))
    }

    /// A request that needs nothing but a known phone.
    func status(_ query: String = "") throws -> PhoneRequest {
        PhoneRequest(
            method: "GET", path: "/v3/device-status" + query,
            headers: ["X-Device-Token": try phone.registry.registration().deviceToken])
    }

    func signed(_ request: PhoneRequest, nonce: String? = nil) throws -> PhoneRequest {
        try SignedRequest(request, by: hardware, nonce: nonce ?? self.nonce()).request
    }

    func counter() throws -> String? {
        try deployment.value("SELECT counter FROM attested_key WHERE document_number = '\(document)'")
    }

    /// Nonces as this service makes them, in another time or era.
    func nonces(era: Int64 = 1) throws -> ChallengeNonce {
        let pool = deployment.database.pool(capacity: 1)
        defer { pool.close() }
        let kek = try KeyEncryptionKeyFile.load(deployment.configuration().keyFile, random: SystemRandom())
        return ChallengeNonce(key: try ServiceSecrets.load(Stores(pool: pool), kek: kek).nonceKey, era: era)
    }
}
