import Crypto
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// What a signature asks of PostgreSQL, counted. A number that grows here is paid for every signature: it is changed on
/// purpose or not at all.
@Suite struct StatementCountTests {
    @Test func aSignatureIs32StatementsIn15Trips() throws {
        let service = try UncoveredService()
        let phone = try TestPhone(transport: service)
        try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
        // Statements are prepared and the device token is used for the first time.
        _ = try service.traffic(of: phone)
        #expect(
            try service.traffic(of: phone) == [
                "open": [5, 4], "pending": [2, 1], "sign": [23, 9], "result": [2, 1],
            ])
    }

    /// A nonce and a counter for each of the phone's five requests travel with what these read first.
    @Test func attestationAddsTwoStatementsAndNoTripToEachRequest() throws {
        let service = try UncoveredService(attestation: .required)
        let phone = try TestPhone(
            transport: AttestingTransport(service, hardware: try TestAttestation.hardware()))
        try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
        _ = try service.traffic(of: phone)
        #expect(
            try service.traffic(of: phone) == [
                "open": [5, 4], "pending": [4, 1], "sign": [31, 9], "result": [2, 1],
            ])
    }
}

/// A service without sockets and without anything in the background that would be counted too.
private final class UncoveredService: Transport {
    private let deployment: TestDeployment
    private let pool: Pool
    private let application: Application

    init(attestation: TestDeployment.Attestation = .off) throws {
        deployment = try TestDeployment(attestation: attestation)
        pool = deployment.database.pool(capacity: 2)
        let configuration = try deployment.configuration()
        let stores = Stores(pool: pool)
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
        let secrets = try ServiceSecrets.load(stores, kek: kek)
        let compute = ComputePool(threads: 1)
        let waiters = WaiterRegistry()
        let signals = SessionSignals(registry: waiters) { _ in }
        let bootId = RandomUUID.make(SystemRandom())
        try stores.replicas.heartbeat(
            bootId: bootId, address: "127.0.0.1:1", deadline: StorageDeadline(milliseconds: 5_000))
        let metrics = Metrics()
        let alerts = Alerts(metrics)
        let cleanup = Cleanup(stores: stores, bootId: bootId, alerts: alerts) { _ in }
        let signing = SigningService(
            stores: stores, core: secrets.core, kek: kek, compute: compute, attemptsPerMinute: 100,
            schemeName: configuration.schemeName, bootId: bootId, cleanup: cleanup, alerts: alerts,
            faults: .none
        ) { _ in }
        let limits = RateLimits(configuration)
        let nonces = ChallengeNonce(key: secrets.nonceKey, era: 1)
        let gate = try configuration.attestation.judge().map {
            AttestationGate(stores: stores, judge: $0, nonces: nonces, limits: limits)
        }
        let wiring = Wiring(
            configuration: configuration, ownURL: Monitor("http://127.0.0.1"), stores: stores, secrets: secrets,
            kek: kek, tls: nil,
            compute: compute, signing: signing, waiters: waiters, signals: signals, bootId: bootId, cleanup: cleanup,
            limits: limits, ended: EndedSessions(), metrics: metrics, faults: .none, nonces: nonces, gate: gate,
            outgoing: nil)
        application = Application(
            router: try Router(prefix: "v3", wiring.apiRoutes()), logger: .silent,
            metrics: Application.RequestMetrics(metrics))
    }

    func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        let context = RequestContext(
            peer: IPAddress(v4: 0x7F00_0001), deadline: MonotonicTime.now().advanced(byMilliseconds: 20_000))
        let call = HTTPRequest(
            method: request.method, target: request.path, headers: request.headers, body: request.body ?? [])
        guard case .respond(let response) = application.handle(call, context) else { throw .timedOut }
        return response
    }

    /// Statements and round trips of one signature, by what was done; those of `sign` hold the session's details and
    /// the three rounds.
    func traffic(of phone: TestPhone) throws -> [String: [Int]] {
        var counts: [String: [Int]] = [:]
        func count<Value>(_ name: String, _ step: () throws -> Value) rethrows -> Value {
            let before = pool.traffic
            defer {
                let after = pool.traffic
                counts[name] = [after.statements - before.statements, after.roundTrips - before.roundTrips]
            }
            return try step()
        }
        let document = try phone.documentNumber
        let session = try count("open") { try open(document) }
        _ = try count("pending") { try phone.approver().pending() }
        _ = try count("sign") { try phone.approve(session) }
        let answer = try count("result") { try ask("GET", "/v3/session/\(session)", nil) }
        #expect(answer["result"]?["endResult"]?.string == "OK")
        return counts
    }

    private func open(_ document: String) throws -> String {
        var writer = JSONWriter()
        writer.object { w in
            w.member("relyingPartyUUID", deployment.relyingPartyUUID)
            w.member("relyingPartyName", "Test Bank")
            w.member("signatureProtocol", "RAW_DIGEST_SIGNATURE")
            w.memberObject("signatureProtocolParameters") { w in
                w.member("digest", base64: SystemRandom().bytes(32))
                w.member("signatureAlgorithm", "ecdsa-with-SHA256")
                w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
            }
            w.member("interactions", TestRelyingParty.interactions)
        }
        let answer = try ask("POST", "/v3/signature/notification/document/\(document)", writer.bytes)
        return try #require(answer["sessionID"]?.string)
    }

    private func ask(_ method: String, _ path: String, _ body: [UInt8]?) throws -> JSONValue {
        let headers: HTTPHeaders = [
            "Authorization": "Bearer \(TestDeployment.secret)", "Content-Type": "application/json",
        ]
        return try JSONParser.parse(
            send(PhoneRequest(method: method, path: path, headers: headers, body: body)).body)
    }
}
