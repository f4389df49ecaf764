import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension AttestationEndToEnd {
    @Suite("Limits of attested keys", .serialized)
    struct KeyLimits {
        /// The gate of a process that has just begun, over one route that only asks who signs.
        private final class Process {
            let pool: Pool
            private let application: Application

            init(_ world: AttestedWorld, unknownKeysPerMinute: Int) throws {
                pool = world.deployment.database.pool(capacity: 1)
                let configuration = try world.deployment.configuration()
                let gate = AttestationGate(
                    stores: Stores(pool: pool), judge: try #require(try configuration.attestation.judge()),
                    nonces: try world.nonces(), limits: RateLimits(wrongCredentialsPerMinute: unknownKeysPerMinute))
                let route = Route("GET", "/kyc/methods") { _ throws(ServiceError) in
                    .respond(HTTPResponse(status: 200, body: []))
                }
                application = Application(
                    router: try Router(prefix: "v3", gate.guarding([route])), logger: .silent,
                    metrics: Application.RequestMetrics(Metrics()))
            }

            deinit { pool.close() }

            func send(_ request: PhoneRequest, from address: UInt32) throws -> HTTPResponse {
                let outcome = application.handle(
                    HTTPRequest(method: request.method, target: request.path, headers: request.headers),
                    RequestContext(
                        peer: IPAddress(v4: address), deadline: MonotonicTime.now().advanced(byMilliseconds: 9_000)))
                guard case .respond(let answer) = outcome else { throw TestFailure("parked") }
                return answer
            }
        }

        @Test("an address that names keys which nobody has is stopped before the next look-up; a known key is not")
        func unknown() throws {
            try withWorld { world in
                let process = try Process(world, unknownKeysPerMinute: 3)
                let methods = PhoneRequest(method: "GET", path: "/v3/kyc/methods")
                func stranger(_ number: UInt8) throws -> PhoneRequest {
                    var signed = try world.signed(methods)
                    signed.headers.set("KeyId", Base64.encode([UInt8](repeating: number, count: 32)))
                    return signed
                }
                #expect(try process.send(world.signed(methods), from: 0x0A00_0001).status == 200)
                for number in 0..<3 as Range<UInt8> {
                    let answer = try process.send(stranger(number), from: 0x0A00_0001)
                    #expect(answer.outcome == "401 ATTESTATION_KEY_UNKNOWN")
                }
                let before = process.pool.traffic
                let stopped = try process.send(stranger(3), from: 0x0A00_0001)
                #expect(stopped.outcome == "429 RATE_LIMITED")
                #expect(stopped.headers["Retry-After"] != nil)
                #expect(process.pool.traffic.statements == before.statements)
                // The neighbour behind the same address whose key has signed before, and another address.
                #expect(try process.send(world.signed(methods), from: 0x0A00_0001).status == 200)
                #expect(try process.send(stranger(4), from: 0x0A00_0002).outcome == "401 ATTESTATION_KEY_UNKNOWN")
            }
        }

        @Test("limits of reattestations and ratchet questions are forgotten with all others when they are quiet")
        func swept() throws {
            let limits = RateLimits()
            let now = MonotonicTime.now(), later = now.advanced(byMilliseconds: 120_000)
            let limiters = [limits.reattestationsByKey, limits.ratchetQueriesByDocument]
            for limiter in limiters {
                #expect(limiter.admit("a", now: now) == nil)
                #expect(limiter.count == 1)
            }
            limits.unknownKeysByAddress.failed(from: IPAddress(v4: 1), now: now)
            limits.sweep(now: now)
            #expect(limiters.map(\.count) == [1, 1])
            #expect(limits.unknownKeysByAddress.count == 1)
            limits.sweep(now: later)
            #expect(limiters.map(\.count) == [0, 0])
            #expect(limits.unknownKeysByAddress.count == 0)
        }
    }
}
