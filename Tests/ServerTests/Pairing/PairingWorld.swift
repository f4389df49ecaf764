import Crypto
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// A database, an operator's desk, and the routes of pairing on it. A second world on the same database is what a
/// process is after its restart, or another replica.
final class PairingWorld: Sendable {
    let database: PostgresDatabase
    let stores: Stores
    let desk: PairingDesk
    let limits: RateLimits
    let service: PairingService
    private let application: Application
    /// The same for every process of the tests.
    static var serviceKey: SharedSecret {
        var secret = SecretBytes(count: 32)
        secret.withUnsafeMutableBytes { $0.copyBytes(from: Array("a key of the service's for tests".utf8)) }
        return SharedSecret(secret)
    }
    static let fingerprint = SystemRandom().bytes(32)
    static let url = "https://192.0.2.1:8443"

    convenience init(limits: RateLimits = RateLimits()) throws { try self.init(on: PostgresDatabase(), limits: limits) }

    init(on database: PostgresDatabase, isOn: Bool = true, limits: RateLimits = RateLimits()) throws {
        self.database = database
        self.limits = limits
        stores = Stores(pool: database.pool(capacity: 8))
        let key = Self.serviceKey
        desk = PairingDesk(stores: stores, key: key)
        service = PairingService(stores: stores, key: key, random: SystemRandom())
        let routes =
            PairingRoutes(service: service, limits: limits).routes
            + LocalPairingRoutes(service: service, limits: limits).routes
        application = Application(
            router: try Router(prefix: "v3", isOn ? routes : PairingSwitch.offRoutes), logger: .silent,
            metrics: Application.RequestMetrics(Metrics()))
    }

    deinit { stores.pool.close() }

    static func soon() -> StorageDeadline { StorageDeadline(milliseconds: 20_000) }

    /// A fresh code on the operator's screen.
    func invite() throws -> PairingDesk.Invitation {
        try desk.open(baseURL: Self.url, fingerprint: Self.fingerprint, by: "test", deadline: Self.soon())
    }

    /// A code that is none: another one of six digits.
    static func other(than code: String) -> String {
        let last = code.utf8.last == 0x30 ? "1" : "0"
        return code.dropLast() + last
    }

    func standing(_ invitation: PairingDesk.Invitation) throws -> PairingDesk.Standing {
        try desk.standing(of: invitation.id, deadline: Self.soon())
    }

    /// Moves the database's clock for the code, as waiting would.
    func age(_ invitation: PairingDesk.Invitation, seconds: Int) throws {
        try database.execute(
            """
            UPDATE pairing_code SET created_at = created_at - make_interval(secs => \(seconds))
            WHERE id = '\(invitation.id)'
            """)
    }

    func outcome(
        _ method: String, _ target: String, _ headers: HTTPHeaders = [:], _ body: [UInt8] = [],
        from peer: IPAddress = SessionWorld.loopback
    ) throws -> SessionWorld.Answer {
        let context = RequestContext(peer: peer, deadline: MonotonicTime.now().advanced(byMilliseconds: 20_000))
        let request = HTTPRequest(method: method, target: target, headers: headers, body: body)
        guard case .respond(let response) = application.handle(request, context) else {
            throw SessionWorld.Unexpected()
        }
        return SessionWorld.Answer(response)
    }

    /// The answer, which the interface's own description has to know.
    func call(
        _ method: String, _ target: String, _ headers: HTTPHeaders = [:], _ body: [UInt8] = [],
        from peer: IPAddress = SessionWorld.loopback
    ) throws -> SessionWorld.Answer {
        let answer = try outcome(method, target, headers, body, from: peer)
        for error in OpenAPISchema.shared.errors(method, target, answer.response) ?? [] {
            Issue.record("openapi: \(error)")
        }
        return answer
    }

    func local(_ code: String, from peer: IPAddress = SessionWorld.loopback) throws -> SessionWorld.Answer {
        try call("GET", "/pair/local?code=\(code)&fp=whatever", from: peer)
    }

    func status(_ token: String) throws -> SessionWorld.Answer {
        try call("GET", "/v3/pairing/status", ["X-Pairing-Token": token])
    }

    // MARK: A phone with a key

    /// The body of a claim, signed as the phone would unless a test changes what is signed.
    func claimBody(
        _ code: String, key: P256SigningKey, name: String? = "Утас", serviceId: String? = nil,
        fingerprint: [UInt8] = PairingWorld.fingerprint, signedCode: String? = nil, signer: P256SigningKey? = nil
    ) throws -> JSONValue {
        let claim = PairingClaim(
            serviceId: try serviceId ?? service.serviceId(Self.soon()), fingerprint: fingerprint,
            code: signedCode ?? code, publicKey: try Point(encoding: key.publicKey), name: name ?? "")
        var body: JSONObject = [
            "code": .string(code),
            "devicePublicKey": .string(Base64.encode(SPKI.p256Prefix + key.publicKey)),
            "signature": .string(Base64.encode(try claim.sign(with: signer ?? key))),
        ]
        if let name { body["name"] = .string(name) }
        return .object(body)
    }

    func claim(_ body: JSONValue, from peer: IPAddress = SessionWorld.loopback) throws -> SessionWorld.Answer {
        try call("POST", "/v3/pairing/claim", ["Content-Type": "application/json"], body.bytes, from: peer)
    }

    func count(_ sql: String) throws -> String? { try database.execute(sql).first?.first ?? nil }
}
