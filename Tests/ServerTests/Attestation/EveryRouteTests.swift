import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension AttestationEndToEnd {
    @Suite("Every route of a phone", .serialized)
    struct EveryRoute {
        @Test("but for what a phone asks for before it has a key, all of a phone's routes are guarded")
        func table() throws {
            try withWorld { world in
                let open = world.routes.filter { !AttestationGate.isGuarded($0) }.map(\.template)
                let relyingParty = [
                    "/authentication/", "/signature/", "/session/", "/certificate/", "/certificatechoice/",
                    "/openapi.json", "/signing/", "/certificate-choice", "/organization/", "/certificates/",
                    "/devices/",
                    "/rp/", "/person/", "/dl",
                ]
                let rest = open.filter { template in !relyingParty.contains(where: template.hasPrefix) }
                #expect(
                    Set(rest) == [
                        "/attestation/challenge", "/enrollment/parameters", "/enrollment/parameters/{id}", "/pins",
                        "/kyc/{method}/callback", "/pair/local", "/pairing", "/pairing/claim", "/pairing/status",
                    ])
                #expect(world.guarded.count >= 16)
            }
        }

        @Test("without attestation there is 401 and a nonce, whatever else the request has")
        func refused() throws {
            try withWorld { world in
                for route in world.guarded {
                    let answer = try world.bare.send(world.request(route))
                    #expect(answer.outcome == "401 ATTESTATION_REQUIRED", "\(route.method) \(route.template)")
                    #expect(ErrorShape.problems(answer).isEmpty)
                    #expect(answer.headers["X-Next-Attestation-Nonce"]?.utf8.count == 54)
                }
            }
        }

        @Test("a request is used up by being sent, also where the route refuses it; the second time it is a replay")
        func replayed() throws {
            try withWorld { world in
                for route in world.guarded {
                    let signed = try world.signed(world.request(route))
                    let first = try world.bare.send(signed)
                    #expect(first.code?.hasPrefix("ATTESTATION_") != true, "\(route.template): \(first.outcome)")
                    #expect(first.headers["X-Next-Attestation-Nonce"] != nil, "\(route.template)")
                    let second = try world.bare.send(signed)
                    #expect(second.outcome == "401 ATTESTATION_NONCE_SPENT", "\(route.template)")
                    #expect(second.headers["X-Next-Attestation-Nonce"] != nil)
                }
            }
        }

        @Test("a request that is refused before anybody has looked at the phone is used up too")
        func early() throws {
            try withWorld { world in
                let request = PhoneRequest(method: "GET", path: "/v3/device-status")
                let signed = try world.signed(request)
                #expect(try world.bare.send(signed).outcome == "401 DEVICE_TOKEN_MISSING")
                #expect(try world.bare.send(signed).outcome == "401 ATTESTATION_NONCE_SPENT")
            }
        }

        @Test("a route that answers without having looked at the phone does not answer")
        func forgetful() throws {
            try withWorld { world in
                let pool = world.deployment.database.pool(capacity: 1)
                defer { pool.close() }
                let configuration = try world.deployment.configuration()
                let gate = AttestationGate(
                    stores: Stores(pool: pool), judge: try #require(try configuration.attestation.judge()),
                    nonces: try world.nonces(), limits: RateLimits(configuration))
                let route = Route("GET", "/mobile/forgetful") { _ throws(ServiceError) in
                    .respond(HTTPResponse(status: 200, body: []))
                }
                let application = Application(
                    router: try Router(prefix: "v3", gate.guarding([route])), logger: .silent,
                    metrics: Application.RequestMetrics(Metrics()))
                let signed = try world.signed(PhoneRequest(method: "GET", path: "/v3/mobile/forgetful"))
                let outcome = application.handle(
                    HTTPRequest(method: signed.method, target: signed.path, headers: signed.headers),
                    RequestContext(
                        peer: IPAddress(v4: 0x7F00_0001), deadline: MonotonicTime.now().advanced(byMilliseconds: 9_000))
                )
                guard case .respond(let answer) = outcome else { throw TestFailure("parked") }
                #expect(answer.outcome == "500 INTERNAL")
            }
        }

        /// A device token alone is worth nothing.
        @Test("another genuine phone with a stolen token gets nowhere, and nothing changes")
        func stolenToken() throws {
            try withWorld { world in
                let session = try world.sign()
                let thief = try TestAttestation.hardware()
                let before = try world.deployment.sql(
                    "SELECT state, sign_counter, ratchet FROM key_share ORDER BY key_id")
                for route in world.guarded where route.template.hasPrefix("/mobile/") {
                    var request = try world.request(route)
                    request.path = request.path.replacing(/session\/[0-9a-f-]{36}/, with: "session/\(session.id)")
                    let signed = try SignedRequest(request, by: thief, nonce: world.nonce())
                    let answer = try world.bare.send(signed.request)
                    let expected = route.template == "/mobile/reattest" ? "400 FIELD_MISSING" : "401 DEVICE_MISMATCH"
                    #expect(answer.outcome == expected, "\(route.template)")
                }
                let s1 = try world.phone.body(of: .commit, session: session.id)
                let copy = try TestPhone(
                    copying: world.phone, transport: AttestingTransport(world.bare, hardware: thief))
                #expect(try copy.send(.commit, s1, session: session.id).outcome == "401 DEVICE_MISMATCH")
                #expect(
                    try world.deployment.sql("SELECT state, sign_counter, ratchet FROM key_share ORDER BY key_id")
                        == before)
                #expect(
                    try world.deployment.value("SELECT count(*) FROM attempt WHERE session_id = '\(session.id)'")
                        == "0")
                #expect(try world.canSign(world.phone))
            }
        }
    }
}
