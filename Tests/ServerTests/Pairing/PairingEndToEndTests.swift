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

/// The reference phone against a whole service, over real TLS.
@Suite struct PairingEndToEndTests {
    private let service: TestService
    private let stores: Stores
    private let desk: PairingDesk
    private let fingerprint: [UInt8]

    init() throws {
        service = try TestService(settings: ["TAMGA_LISTEN_TLS": "127.0.0.1:0"])
        let configuration = try service.deployment.configuration()
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
        stores = Stores(pool: service.database.pool(capacity: 2))
        desk = try PairingDesk(stores: stores, kek: kek)
        fingerprint = try PairingDesk.ownFingerprint(configuration, stores, kek: kek)
    }

    private func address(_ server: TamgaServer) throws -> String {
        "https://\(try #require(server.addresses.tls))"
    }

    private func invite() throws -> PairingURL {
        try desk.open(
            baseURL: address(service.servers[0]), fingerprint: fingerprint, by: "test", deadline: PairingWorld.soon()
        ).url
    }

    private func phone(_ store: any StateStore) throws -> (PhoneRegistry, Pairer) {
        let registry = try PhoneRegistry(store: store, baseURL: "http://127.0.0.1:1")
        return (registry, Pairer(registry: registry, environment: PhoneEnvironment()))
    }

    private func status(_ pairing: Pairing, at baseURL: String, _ pin: ServerPin) throws -> String {
        let transport = try PinnedTransport(baseURL: baseURL, pin: pin)
        return try PhoneClient(transport: transport).pairingStatus(pairing)
    }

    @Test func aScanPairsAndTheTrustOutlivesPhoneAndService() throws {
        let store = MemoryStateStore()
        let (registry, pairer) = try phone(store)
        let paired = try pairer.pair(invite().text, name: "Утас")
        #expect(paired.fingerprint == fingerprint)
        #expect(registry.state.baseURL == paired.baseURL)
        // What the phone pins is what the signed list of pins names.
        let pins = try PhoneClient(transport: service.transport()).pins()
        #expect(pins.pins.first { $0.kind == "tls" }?.hash == paired.keyPin)
        // The phone starts again, and then the service.
        let pairing = try #require(try PhoneRegistry(store: store).state.pairing)
        #expect(pairing == paired)
        let pin = ServerPin.publicKey(sha256: pairing.keyPin)
        #expect(try status(pairing, at: pairing.baseURL, pin) == pairing.deviceId)
        service.servers[0].stop(graceMilliseconds: 1_000)
        let again = try TamgaServer.start(service.deployment.configuration(), logger: .silent)
        defer { again.stop(graceMilliseconds: 1_000) }
        #expect(try status(pairing, at: address(again), pin) == pairing.deviceId)
    }

    @Test func aSecondScanReplacesTheTokenOfTheSamePhone() throws {
        let (registry, pairer) = try phone(MemoryStateStore())
        let first = try pairer.pair(invite().text, name: nil)
        let second = try pairer.pair(invite().text, name: nil)
        #expect(first.deviceId == second.deviceId && first.token != second.token)
        #expect(registry.state.pairing == second)
        let pin = ServerPin.publicKey(sha256: second.keyPin)
        #expect(try status(second, at: second.baseURL, pin) == second.deviceId)
        #expect(throws: PhoneError.self) { try status(first, at: first.baseURL, pin) }
    }

    /// A renewal on the same key needs no scan; who pinned the certificate itself would need one.
    @Test func aRenewedCertificateIsTheSameServer() throws {
        let (_, pairer) = try phone(MemoryStateStore())
        let pairing = try pairer.pair(invite().text, name: nil)
        let kek = try KeyEncryptionKeyFile.load(service.deployment.configuration().keyFile, random: SystemRandom())
        try Setup(stores: stores, kek: kek) { _ in }.renewTransportCertificate(nowSeconds: Int64(time(nil)))
        service.servers[0].reloadCertificate()
        #expect(
            try status(pairing, at: pairing.baseURL, .publicKey(sha256: pairing.keyPin)) == pairing.deviceId)
        #expect(throws: PhoneError.transport(.untrusted)) {
            try status(pairing, at: pairing.baseURL, .certificate(sha256: pairing.fingerprint))
        }
        // The code that was shown before is for the certificate that was shown before.
        #expect(throws: PhoneError.self) { try pairer.pair(invite().text, name: nil) }
    }

    /// A server in between shows its own certificate: it sees no request at all.
    @Test func anotherCertificateSeesNothing() throws {
        let seen = Mutex<[String]>([])
        let stranger = try TLSTestServer { request, _ in
            seen.withLock { $0.append(request.target) }
            return .respond(text(200, "{}"))
        }
        let (registry, pairer) = try phone(MemoryStateStore())
        let before = registry.state
        let code = try invite()
        let url = try PairingURL(
            baseURL: "https://127.0.0.1:\(stranger.port)", code: code.code, fingerprint: code.fingerprint)
        let error = #expect(throws: PhoneError.self) { try pairer.pair(url.text, name: nil) }
        #expect(error?.code == "PAIRING_FINGERPRINT")
        #expect(seen.withLock { $0 }.isEmpty && registry.state == before)
        #expect(eventually { stranger.failures.all == [.refusedByPeer] })
        #expect(stranger.counters.handshakes == 0)
        // The code is as good as before.
        _ = try pairer.pair(code.text, name: nil)
    }

    /// Whom it has met, a phone asks who it is before it brings the code; a server of another kind never gets it.
    @Test func aServerOfAnotherKindGetsNoCode() throws {
        let seen = Mutex<[String]>([])
        let stranger = try TLSTestServer { request, _ in
            seen.withLock { $0.append("\(request.method) \(request.target)") }
            return .respond(text(200, #"{"serviceId":"00000000-0000-4000-8000-000000000000","protocol":"acp"}"#))
        }
        let certificate = stranger.credentials.current.identity.certificates[0]
        let url = try PairingURL(
            baseURL: "https://localhost:\(stranger.port)", code: "123456", fingerprint: SHA256.hash(certificate))
        let (_, pairer) = try phone(MemoryStateStore())
        let error = #expect(throws: PhoneError.self) { try pairer.pair(url.text, name: nil) }
        #expect(error?.code == "PAIRING_SERVICE")
        #expect(seen.withLock { $0 } == ["GET /v3/pairing"])
    }

    /// As a person does it: pair, enrol over the pinned connection, ask whether one is still known.
    @Test func thePhoneOnTheCommandLine() throws {
        let state = service.folder + "/paired.json"
        let lines = Mutex<[String]>([])
        func run(_ arguments: String...) -> Int32 {
            PhoneCommand(write: { line in lines.withLock { $0.append(line) } }).run(arguments + ["--state", state])
        }
        #expect(run("pairing") == 1)
        #expect(run("pair", "https://127.0.0.1/pair/local?code=1") == 1)
        #expect(run("pair", try invite().text, "--device-name", "Утас") == 0)
        #expect(run("pairing") == 0)
        #expect(run("enrol", "--pin2", "13579", "--register-number", "УХ00112233") == 0)
        #expect(run("pending") == 0)
        #expect(lines.withLock { $0.contains { $0.hasPrefix("Still paired with https://127.0.0.1:") } })
        let id = try #require(try desk.devices(deadline: PairingWorld.soon()).first?.id)
        #expect(try desk.revoke(id, by: "test", deadline: PairingWorld.soon()))
        #expect(run("pairing") == 1)
        // Over https the phone speaks to the server that it has paired with, and to no other.
        #expect(run("pending", "--url", "https://localhost:1") == 2)
    }
}
