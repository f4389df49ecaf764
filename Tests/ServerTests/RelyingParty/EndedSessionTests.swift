import Foundation
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// What is remembered of sessions that have ended: for whom, for how long, how much (rp-api.md §4).
@Suite struct EndedSessionTests {
    /// A clock that a test moves.
    private final class Clock: Sendable {
        private let milliseconds = Monitor<Int64>(1_000_000)
        var now: MonotonicTime { MonotonicTime(milliseconds: milliseconds.withLock { $0 }) }
        func advance(_ more: Int64) { milliseconds.withLock { $0 += more } }
    }

    private struct Stage {
        let clock: Clock
        let ended: EndedSessions
        let world: SessionWorld
        let phone: SessionWorld.Phone

        init(settings: RelyingPartySettings = RelyingPartySettings(), capacity: Int = 100) throws {
            let clock = Clock()
            self.clock = clock
            ended = EndedSessions(capacity: capacity) { clock.now }
            world = try SessionWorld(settings: settings, ended: ended)
            phone = try world.enrol()
        }

        func entry(bytes: Int = 1, readAt: MonotonicTime) throws -> EndedSessions.Entry {
            let party = try #require(
                try world.stores.relyingParties.byId(world.partyId, deadline: SessionWorld.soon()))
            let response = HTTPResponse(status: 200, body: [UInt8](repeating: 0x20, count: bytes))
            return EndedSessions.Entry(response, of: party, secretHash: [1], readAt: readAt)
        }

        /// A session that the phone has refused.
        func endedSession() throws -> String {
            let id = try world.open(.authentication)
            _ = try world.refuse(id, .object(["reason": .string("USER_REFUSED")]), phone)
            return id
        }

        func read(_ id: String, _ query: String = "", from peer: IPAddress = SessionWorld.loopback) throws
            -> SessionWorld.Answer
        {
            try world.call("GET", "/v3/session/\(id)\(query)", ["Authorization": "Bearer \(world.secret)"], from: peer)
        }
    }

    @Test func readingAgainAsksNoDatabase() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        let first = try stage.read(id)
        let before = stage.world.stores.pool.traffic
        let second = try stage.read(id)
        #expect(stage.world.stores.pool.traffic == before)
        #expect(first.status == 200 && second.status == 200 && first.response.body == second.response.body)
        #expect(first.json["result"]?["endResult"] == "USER_REFUSED")
        stage.clock.advance(1_000)
        _ = try stage.read(id)
        #expect(stage.world.stores.pool.traffic != before)
    }

    @Test func nobodyElseFindsIt() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        #expect(try stage.read(id).status == 200 && stage.ended.count == 1)
        try stage.world.addParty(id: SessionWorld.uuid(), secret: "rp_sk_other")
        let other = try stage.world.get("/session/\(id)", secret: "rp_sk_other")
        #expect(other.status == 404 && other.code == "SESSION_NOT_FOUND")
        #expect(try stage.world.get("/session/\(id)", secret: "rp_sk_wrong").code == "UNAUTHORIZED")
        #expect(try stage.world.call("GET", "/v3/session/\(id)", HTTPHeaders()).code == "UNAUTHORIZED")
        #expect(stage.ended.count == 1)
    }

    @Test func whoIsShutOutIsShutOutWithinASecond() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        _ = try stage.read(id)
        #expect(
            try stage.world.stores.relyingParties.setEnabled(
                id: stage.world.partyId, false, deadline: SessionWorld.soon()))
        stage.clock.advance(999)
        #expect(try stage.read(id).status == 200)
        stage.clock.advance(1)
        let refused = try stage.read(id)
        #expect(refused.status == 403 && refused.code == "RELYING_PARTY_SUSPENDED")
        // What was refused is not remembered in its turn.
        #expect(try stage.read(id).status == 403)
    }

    @Test func aFormerSecretIsWorthNothingAfterASecond() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        _ = try stage.read(id)
        #expect(
            try stage.world.stores.relyingParties.replaceSecret(
                id: stage.world.partyId, hash: [UInt8](repeating: 7, count: 32), deadline: SessionWorld.soon()))
        stage.clock.advance(1_000)
        #expect(try stage.read(id).code == "UNAUTHORIZED")
    }

    @Test func theAddressIsJudgedEveryTime() throws {
        let stage = try Stage(settings: RelyingPartySettings(addresses: ["127.0.0.0/8"]))
        let id = try stage.endedSession()
        #expect(try stage.read(id).status == 200)
        let elsewhere = try stage.read(id, from: IPAddress(v4: 0xC633_6401))
        #expect(elsewhere.status == 403 && elsewhere.code == "RELYING_PARTY_ADDRESS_DENIED")
    }

    @Test func theEndOfTenMinutesHoldsWithinASecond() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        _ = try stage.read(id)
        try stage.world.database.execute("UPDATE rp_session SET readable_until = now()")
        stage.clock.advance(1_000)
        let gone = try stage.read(id)
        #expect(gone.status == 404 && gone.code == "SESSION_NOT_FOUND")
    }

    @Test func theAgeCountsFromBeforeTheRead() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        let entry = try stage.entry(readAt: stage.clock.now.advanced(byMilliseconds: -1_000))
        stage.ended.insert(entry, for: id)
        #expect(stage.ended[id] == nil)
        stage.ended.insert(try stage.entry(readAt: stage.clock.now.advanced(byMilliseconds: -999)), for: id)
        #expect(stage.ended[id] != nil)
    }

    @Test func onlyEndsAreRemembered() throws {
        let stage = try Stage()
        let id = try stage.world.open(.authentication)
        #expect(try stage.read(id, "?timeoutMs=0").json["state"] == "RUNNING")
        #expect(stage.ended.count == 0)
        _ = try stage.world.refuse(id, .object(["reason": .string("USER_REFUSED")]), stage.phone)
        #expect(try stage.read(id, "?timeoutMs=0").json["state"] == "COMPLETE")
        #expect(stage.ended.count == 1)
        #expect(try stage.read(SessionWorld.uuid()).status == 404)
        #expect(stage.ended.count == 1)
    }

    @Test func theQueryIsJudgedEveryTime() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        _ = try stage.read(id)
        #expect(try stage.read(id, "?timeoutMs=x").code == "QUERY_INVALID")
    }

    @Test func withoutASecretNothingIsRemembered() throws {
        let stage = try Stage(
            settings: RelyingPartySettings(addresses: ["127.0.0.0/8"], allowsAddressAuth: true))
        let id = try stage.endedSession()
        #expect(try stage.world.call("GET", "/v3/session/\(id)", HTTPHeaders()).status == 200)
        #expect(stage.ended.count == 0)
    }

    @Test func aShutFenceShutsThisToo() throws {
        let stage = try Stage()
        let id = try stage.endedSession()
        let path = NSTemporaryDirectory() + "era-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let fence = try RestoreFence(stores: stage.world.stores, file: EraFile(path: path))
        let application = Application(
            router: try Router(prefix: "v3", fence.guarding(stage.world.routes)), logger: .silent,
            metrics: Application.RequestMetrics(Metrics()))
        func read() throws -> Int {
            let request = HTTPRequest(
                method: "GET", target: "/v3/session/\(id)", headers: ["Authorization": "Bearer \(stage.world.secret)"])
            guard case .respond(let response) = application.handle(request, stage.world.context()) else { return 0 }
            return response.status
        }
        #expect(try read() == 200 && stage.ended.count == 1)
        try stage.world.database.execute("UPDATE era SET mark = 0")
        #expect(throws: StorageError.self) { try fence.advance() }
        #expect(try read() == 503)
    }

    @Test func memoryHasABound() throws {
        let stage = try Stage(capacity: 2)
        for _ in 0..<3 { #expect(try stage.read(try stage.endedSession()).status == 200) }
        #expect(stage.ended.count == 2)
        stage.clock.advance(1_000)
        stage.ended.sweep()
        #expect(stage.ended.count == 0)
        let large = try stage.entry(bytes: Limits.endedSessionBytes + 1, readAt: stage.clock.now)
        stage.ended.insert(large, for: "large")
        #expect(stage.ended.count == 0)
    }
}
