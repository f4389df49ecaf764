import Crypto
import Phone
import Synchronization
import Wire

/// A server in the same process, made of the core's own steps: it knows no database and no second client, but answers
/// the phone as wire appendix §7 and §8 say.
final class FakeServer: Transport {
    enum Cheat: Sendable {
        /// A well-formed c3 of another plaintext.
        case otherPlaintext
        case zeroC3
        case c3SharesFactor
    }

    struct Enrolment: Sendable {
        let body: [UInt8]
        let contexts: [KeyGenerationContext]
        let k1: [K1Slot]
        let shares: [FakeShare]
        var completeBody: [UInt8]?
        var answer: [UInt8]?
    }

    struct State: Sendable {
        var enrolment: Enrolment?
        var keys: [FakeKey] = []
        var sessions: [FakeSession] = []
        var cheat: Cheat?
        var refusals: [String: String] = [:]
        /// Chosen certificate: of another key, or of the other slot.
        var certifiesOtherKey = false
        var swapsUsage = false
        var reports = 0
    }

    static let documentNumber = "2a562471-bbc8-467f-bca7-ef77194eaeeb"
    static let deviceToken = "Kdr1yF03ZozcPTAjtOORLQzCqgtaB3vPviSfxudXyf8"
    static let now: Int64 = 1_796_000_000

    let world: FakeWorld
    let state: Mutex<State>

    init(_ world: FakeWorld, state: State = State()) {
        self.world = world
        self.state = Mutex(state)
    }

    /// An independent server with the same keys and sessions.
    func fork() -> FakeServer {
        var copy = state.withLock { $0 }
        copy.keys = copy.keys.map { $0.fork() }
        return FakeServer(world, state: copy)
    }

    func add(_ session: FakeSession) { state.withLock { $0.sessions.append(session) } }

    func session(_ id: String) -> FakeSession? { state.withLock { $0.sessions.first { $0.id == id } } }

    func key(_ slot: String) -> FakeKey? { state.withLock { $0.keys.first { $0.context.slot.rawValue == slot } } }

    func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        do {
            let path = request.path.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
            if path.hasPrefix("/v3/mobile/") { try Self.checkToken(request) }
            return HTTPResponse(status: 200, body: try route(request, path))
        } catch let problem as ServerProblem {
            return Self.response(problem)
        } catch let error as CryptoError {
            return Self.response(ServerProblem(status: 422, code: error.code, detail: error.reason))
        } catch {
            return Self.response(ServerProblem(status: 400, code: "REQUEST", detail: "\(error)"))
        }
    }

    private func route(_ request: PhoneRequest, _ path: String) throws -> [UInt8] {
        let parts = path.split(separator: "/").map(String.init)
        let body = request.body ?? []
        switch (request.method, parts.count) {
        case ("GET", 3) where parts[1] == "enrollment": return world.parametersBody
        case ("GET", 2) where parts[1] == "pins": return world.pinsBody
        case ("GET", 2) where parts[1] == "device-status": return try deviceStatus(request.path)
        case ("GET", 3) where parts[1] == "kyc": return Self.kycMethods
        case ("POST", 4) where parts[1] == "kyc": return Self.kycStart
        case ("GET", 4) where parts[1] == "kyc": return Self.kycStatus
        case ("POST", 3) where parts[2] == "init": return try enrolmentInit(body)
        case ("POST", 3) where parts[2] == "complete": return try enrolmentComplete(body)
        case ("GET", 4) where parts[2] == "pending": return pending()
        case ("GET", 4) where parts[2] == "activity": return pending()
        case ("GET", 4) where parts[2] == "session": return try live(parts[3]).json
        case ("POST", 3) where parts[2] == "device-link": return try openLink(body)
        case ("POST", 5) where parts[4] == "certificate-choice":
            update(parts[3]) { $0.endResult = "OK" }
            return Array(#"{"state":"COMPLETE","endResult":"OK"}"#.utf8)
        case ("POST", 5) where parts[4] == "refuse": return try refuse(parts[3], body)
        case ("POST", 6) where parts[5] == "commit": return try commit(live(parts[3]), body)
        case ("POST", 6) where parts[5] == "prove": return try prove(parts[3], body)
        case ("POST", 6) where parts[5] == "finish": return try finish(parts[3], body)
        default: throw ServerProblem(status: 404, code: "NOT_FOUND")
        }
    }

    private static func checkToken(_ request: PhoneRequest) throws {
        guard request.headers["X-Device-Token"] == deviceToken else {
            throw ServerProblem(status: 401, code: "DEVICE_TOKEN")
        }
    }

    static func response(_ problem: ServerProblem) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { w in
            w.member("status", problem.status)
            w.member("code", problem.code)
            w.member("detail", problem.detail)
        }
        var headers = HTTPHeaders()
        if let seconds = problem.retryAfterSeconds { headers.add("Retry-After", String(seconds)) }
        return HTTPResponse(status: problem.status, headers: headers, body: writer.bytes)
    }

    // MARK: Sessions

    private func live(_ id: String) throws -> FakeSession {
        guard let session = session(id) else { throw ServerProblem(status: 404, code: "SESSION_NOT_FOUND") }
        guard session.endResult == nil else { throw ServerProblem(status: 409, code: "SESSION_COMPLETE") }
        return session
    }

    /// Any link opens the last session; what the link says of itself is the phone's to compare.
    private func openLink(_ body: [UInt8]) throws -> [UInt8] {
        _ = try JSONFields(JSONParser.parse(body)).string("link")
        guard let session = state.withLock({ $0.sessions.last }) else {
            throw ServerProblem(status: 403, code: "DEVICE_LINK_AUTH_CODE")
        }
        return session.json
    }

    func update(_ id: String, _ change: (inout FakeSession) -> Void) {
        state.withLock { state in
            for index in state.sessions.indices where state.sessions[index].id == id { change(&state.sessions[index]) }
        }
    }

    private func pending() -> [UInt8] {
        let waiting = state.withLock { $0.sessions.filter { $0.endResult == nil } }
        var writer = JSONWriter()
        writer.object { w in
            w.memberArray("sessions") { w in for session in waiting { w.value(json: session.json) } }
        }
        return writer.bytes
    }

    private func refuse(_ id: String, _ body: [UInt8]) throws -> [UInt8] {
        let reason = try JSONFields(JSONParser.parse(body)).string("reason")
        update(id) { $0.endResult = reason }
        return Array("{\"state\":\"COMPLETE\",\"endResult\":\"\(reason)\"}".utf8)
    }

    private func deviceStatus(_ path: String) throws -> [UInt8] {
        let query = QueryString(path.split(separator: "?").last.map(String.init))
        let hash = query?["ratchetHash"].flatMap(Base64URL.decode)
        let matches = key(query?["slot"] ?? "")?.state.withLock { $0.ratchet.current == hash } ?? false
        return Array("{\"ratchetMatches\":\(matches)}".utf8)
    }

    // MARK: Identity proofing

    private static let kycMethods = Array(
        #"{"methods":[{"id":"dan","name":{"mn":"ДАН","en":"DAN"},"available":true}]}"#.utf8)
    private static let kycStart = Array(
        #"{"state":"dev-state","verificationUrl":"http://127.0.0.1/verify","expiresIn":600}"#.utf8)
    private static let kycStatus = Array(
        #"{"status":"VERIFIED","latinName":{"givenName":"BAT","surname":"DORJ"}}"#.utf8)
}
