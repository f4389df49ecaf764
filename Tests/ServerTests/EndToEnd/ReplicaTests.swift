import Crypto
import Phone
import ServerTestSupport
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("Two replicas on one database", .serialized)
struct ReplicaTests {
    /// Two servers in this process and a phone that alternates between them.
    private struct Pair {
        let service: TestService
        let transport: RecordingTransport
        let phone: TestPhone

        init() throws {
            service = try TestService(replicas: 2)
            transport = RecordingTransport(RoundRobinTransport([try service.transport(0), try service.transport(1)]))
            phone = try TestPhone(transport: transport)
            try phone.enrol(registrationNumber: "УХ00112233")
        }

        func party(_ replica: Int) -> TestRelyingParty { service.relyingParty.at(service.baseURL(replica)) }
        func way(_ replica: Int) throws -> HTTPTransport { try service.transport(replica) }

        /// The boot id of a replica, which its internal address tells.
        func bootId(_ replica: Int) throws -> String {
            let address = service.servers[replica].addresses.relay.description
            let found = try service.deployment.value("SELECT boot_id FROM replica WHERE address = '\(address)'")
            guard let found else { throw TestFailure("replica \(replica) is not in the table") }
            return found
        }

        /// Signs once, committing here and proving there.
        func signAcross() throws -> (session: String, s3: [UInt8]) {
            let session = try party(0).sign(digest: SHA256.hash([1]), document: phone.documentNumber)
            try phone.restore(phone.registry.state.withoutOpenRuns)
            return (session, try phone.body(of: .prove, session: session, through: way(0)))
        }
    }

    @Test("enrolment, log-in and signature work through the relay; what the relay must refuse, it refuses")
    func roundRobin() throws {
        let pair = try Pair()
        try logInAndSign(pair)
        try wokenOnTheOther(pair)
        try gate(pair)
        try onceOnly(pair)
        try ownerStopped(pair)
        var ledger = SigningLedger()
        ledger.add(pair.transport.exchanges)
        #expect(ledger.violations.isEmpty)
    }

    private func logInAndSign(_ pair: Pair) throws {
        let logIn = try pair.party(1).logIn(document: pair.phone.documentNumber)
        try pair.phone.approve(logIn)
        #expect(try pair.party(0).endResult(logIn) == "OK")
        for count in 0..<4 {
            let digest = SHA256.hash([UInt8(count)])
            let session = try pair.party(count % 2).sign(digest: digest, document: pair.phone.documentNumber)
            try pair.phone.approve(session)
            #expect(try pair.party(1 - count % 2).hasValidSignature(session, digest: digest))
        }
        let codes = pair.transport.exchanges.compactMap { $0.response?.code }
        #expect(!codes.contains("SIGNING_RESTART"))
    }

    /// The relying party's poll waits on the replica that takes no part.
    private func wokenOnTheOther(_ pair: Pair) throws {
        var fastest = Int.max
        for _ in 1...3 where fastest > 1_000 {
            let (session, s3) = try pair.signAcross()
            #expect(try pair.phone.send(.prove, s3, session: session, through: pair.way(0)).status == 200)
            let s5 = try pair.phone.body(of: .finish, session: session, through: pair.way(0))
            let party = pair.party(1)
            let woken = Mutex<(time: MonotonicTime, result: String)?>(nil)
            let waiting = OSThread.start(name: "poll") {
                let result = try? party.result(session, timeoutMilliseconds: 60_000)
                woken.withLock { $0 = (.now(), result?["result"]?["endResult"]?.string ?? "none") }
            }
            PhoneEnvironment.sleep(milliseconds: 700)
            #expect(woken.withLock { $0 == nil })
            #expect(try pair.phone.send(.finish, s5, session: session, through: pair.way(0)).status == 200)
            let ended = MonotonicTime.now()
            waiting?.join()
            let answer = try #require(woken.withLock { $0 })
            #expect(answer.result == "OK")
            fastest = min(fastest, answer.time.since(ended))
        }
        #expect(fastest <= 1_000)
    }

    /// The internal listener without a seal, with another key's, for another replica, or too old.
    private func gate(_ pair: Pair) throws {
        let (session, s3) = try pair.signAcross()
        let honest = try relayed(pair, session, s3)
        let other = RelayAuthentication(key: SharedSecret(SecretBytes(count: 32)))
        let mine = RelayAuthentication(key: try secrets(pair).relayKey)
        let owner = try pair.bootId(0), now = Int64(PhoneEnvironment.unixSeconds())
        let changed = HTTPRequest(
            method: honest.method, target: honest.target, headers: honest.headers, body: honest.body + [0x20])
        let seals: [String?] = [
            nil, "", "x", "\(now + 30).", other.seal(honest, boot: owner, nowSeconds: now),
            mine.seal(honest, boot: try pair.bootId(1), nowSeconds: now),
            mine.seal(honest, boot: owner, nowSeconds: now - 120),
            mine.seal(honest, boot: owner, nowSeconds: now + 120),
            mine.seal(changed, boot: owner, nowSeconds: now),
        ]
        for seal in seals {
            let answer = try sendRelayed(pair, honest, seal, to: 0)
            #expect(answer.outcome == "401 UNAUTHORIZED")
            #expect(ErrorShape.problems(answer).isEmpty)
        }
        let seal = mine.seal(honest, boot: owner, nowSeconds: now)
        let wrongPath = try HTTPClient(baseURL: "http://\(pair.service.servers[0].addresses.relay)")
        let commit = try wrongPath.send(
            method: "POST", path: "/v3/mobile/session/\(session)/sign/commit",
            headers: ["Content-Type": "application/json", RelayAuthentication.header: seal], body: s3)
        #expect(commit.status == 404)
        #expect(try sendRelayed(pair, honest, seal, to: 0).status == 200)
    }

    /// Sealed for a replica that does not own the attempt: refused there, not passed on, and the owner's nonce stays.
    private func onceOnly(_ pair: Pair) throws {
        let (session, s3) = try pair.signAcross()
        let request = try relayed(pair, session, s3)
        let seal = RelayAuthentication(key: try secrets(pair).relayKey).seal(
            request, boot: try pair.bootId(1), nowSeconds: Int64(PhoneEnvironment.unixSeconds()))
        #expect(try sendRelayed(pair, request, seal, to: 1).outcome == "409 SIGNING_RESTART")
        let state = "SELECT state FROM attempt WHERE session_id = '\(session)'"
        #expect(try pair.service.deployment.value(state) == "COMMITTED")
        #expect(try pair.phone.send(.prove, s3, session: session, through: pair.way(1)).status == 200)
    }

    /// The owner leaves: its attempt is started again on the other replica, without asking the citizen.
    private func ownerStopped(_ pair: Pair) throws {
        let (session, s3) = try pair.signAcross()
        pair.service.servers[0].stop(graceMilliseconds: 1_000)
        let refused = try pair.phone.send(.prove, s3, session: session, through: pair.way(1))
        #expect(refused.outcome == "409 SIGNING_RESTART")
        try pair.phone.approve(session, through: pair.way(1))
        #expect(try pair.party(1).hasValidSignature(session, digest: SHA256.hash([1])))
    }

    private func secrets(_ pair: Pair) throws -> ServiceSecrets {
        let configuration = try pair.service.deployment.configuration()
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
        let pool = pair.service.database.pool(capacity: 2)
        defer { pool.close() }
        return try ServiceSecrets.load(Stores(pool: pool), kek: kek)
    }

    /// A prove as one replica passes it to another.
    private func relayed(_ pair: Pair, _ session: String, _ s3: [UInt8]) throws -> HTTPRequest {
        HTTPRequest(
            method: "POST", target: "/v3/mobile/session/\(session)/sign/prove",
            headers: [
                "Content-Type": "application/json",
                "X-Device-Token": try pair.phone.registry.registration().deviceToken,
            ], body: s3)
    }

    private func sendRelayed(
        _ pair: Pair, _ request: HTTPRequest, _ seal: String?, to replica: Int
    ) throws -> HTTPResponse {
        let client = try HTTPClient(baseURL: "http://\(pair.service.servers[replica].addresses.relay)")
        defer { client.close() }
        var headers = request.headers
        if let seal { headers.add(RelayAuthentication.header, seal) }
        return try client.send(method: request.method, path: request.target, headers: headers, body: request.body)
    }
}
