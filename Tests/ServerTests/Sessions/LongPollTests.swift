import Storage
import Testing
import Wire

@testable import Server

@Suite struct LongPollTests {
    private func wait(_ query: String, absent: Int = 60_500) throws -> Int {
        let request = HTTPRequest(method: "GET", target: "/v3/session/x" + query)
        let context = RequestContext(peer: IPAddress(v4: 1), deadline: .never)
        return try LongPoll.milliseconds(Call(request: request, context: context), absent: absent)
    }

    @Test func timeIsClampedNotRefused() throws {
        #expect(try wait("") == 60_500)
        #expect(try wait("", absent: 0) == 0)
        #expect(try wait("?timeoutMs=0") == 0)
        #expect(try wait("?timeoutMs=000") == 0)
        #expect(try wait("?timeoutMs=1") == 1_000)
        #expect(try wait("?timeoutMs=1000") == 1_000)
        #expect(try wait("?timeoutMs=30000") == 30_000)
        #expect(try wait("?timeoutMs=120001") == 120_000)
        #expect(try wait("?timeoutMs=99999999999999999999999") == 120_000)
        for query in ["?timeoutMs=", "?timeoutMs=-1", "?timeoutMs=1e3", "?timeoutMs=1.5", "?timeoutMs=%D9%A1"] {
            #expect { try wait(query) } throws: { ($0 as? ServiceError)?.code == .queryInvalid }
        }
    }

    /// Registered before the row is read: news that falls between reading and parking still ends the park.
    @Test func registersBeforeItLooks() throws {
        let registry = WaiterRegistry()
        let context = RequestContext(peer: IPAddress(v4: 1), deadline: .never)
        let later = MonotonicTime.now().advanced(byMilliseconds: 60_000)
        let outcome = try LongPoll(registry: registry).answer(key: "k", until: later, context) {
            _ throws(ServiceError) in
            #expect(registry.count == 1)
            registry.wake("k")
            return (.json { _ in }, false)
        }
        guard case .park = outcome else {
            Issue.record("did not park")
            return
        }
        #expect(registry.count == 0)
    }

    @Test func answersAtTheEndOfItsTimeAndWhenDraining() throws {
        let registry = WaiterRegistry()
        let look: LongPoll.Look = { _ throws(ServiceError) in (.json { $0.member("state", "RUNNING") }, false) }
        let poll = LongPoll(registry: registry)
        let context = RequestContext(peer: IPAddress(v4: 1), deadline: .never)
        guard case .respond = try poll.answer(key: "k", until: .now(), context, look: look) else {
            Issue.record("parked although the time is up")
            return
        }
        let flag = DrainFlag()
        flag.raise()
        let draining = RequestContext(peer: IPAddress(v4: 1), deadline: .never, drain: flag)
        guard case .respond = try poll.answer(key: "k", until: .never, draining, look: look) else {
            Issue.record("parked although the server stops")
            return
        }
        #expect(registry.count == 0)
    }

    /// A relying party's poll over a socket ends when the phone refuses, and holds no connection meanwhile.
    @Test func refusalEndsThePoll() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        let server = try TestServer(handler: world.application)
        let client = try #require(RawClient(port: server.port))
        client.send(
            "GET /v3/session/\(id)?timeoutMs=60000 HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer \(world.secret)\r\n\r\n"
        )
        #expect(eventually { world.registry.keys == ["session:\(id)"] })
        #expect(eventually { world.stores.pool.occupancy.open == world.stores.pool.occupancy.idle })
        let refused = MonotonicTime.now()
        #expect(try world.refuse(id, .object(["reason": .string("USER_REFUSED")]), phone).status == 200)
        let response = try #require(client.response())
        #expect(response.text == #"{"state":"COMPLETE","result":{"endResult":"USER_REFUSED"}}"#)
        #expect(MonotonicTime.now().since(refused) < 5_000)
    }

    /// A phone's poll over a socket ends when a session is opened for its person.
    @Test func newSessionWakesThePhone() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let server = try TestServer(handler: world.application)
        let client = try #require(RawClient(port: server.port))
        client.send(
            "GET /v3/mobile/pending/\(phone.document)?timeoutMs=60000 HTTP/1.1\r\nHost: t\r\n"
                + "X-Device-Token: \(phone.token)\r\n\r\n")
        #expect(eventually { world.registry.keys == ["document:\(phone.document)"] })
        let id = try world.open(.signature)
        #expect(world.published.ids == [phone.document])
        let response = try #require(client.response())
        #expect(response.text.contains(id))
    }
}
