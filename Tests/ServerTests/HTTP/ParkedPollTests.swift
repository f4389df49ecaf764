import Glibc
import Synchronization
import Testing
import Wire

@testable import Server

@Suite struct ParkedPollTests {
    /// A row that polls wait for, in the order that loses no wake-up: register, read, park.
    private final class Row: Sendable {
        let registry = WaiterRegistry()
        let value = Mutex("RUNNING")
        let afterRegister: @Sendable () -> Void

        init(afterRegister: @escaping @Sendable () -> Void = {}) {
            self.afterRegister = afterRegister
        }

        func set(_ text: String) {
            value.withLock { $0 = text }
            registry.wake("row")
        }

        func poll(until: MonotonicTime, _ context: RequestContext) -> HandlerOutcome {
            let ticket = registry.register(key: "row")
            afterRegister()
            let now = value.withLock { $0 }
            guard now == "RUNNING", context.now < until, !context.isDraining else { return .respond(text(200, now)) }
            return .park(ticket, until: until) { self.poll(until: until, $0) }
        }
    }

    private func server(_ row: Row, milliseconds: Int = 60_000) throws -> TestServer {
        try TestServer { request, context in
            request.target == "/plain"
                ? .respond(text(200, "plain"))
                : row.poll(until: context.now.advanced(byMilliseconds: milliseconds), context)
        }
    }

    @Test func aWakeAnswersThePoll() throws {
        let row = Row()
        let server = try server(row)
        let client = try #require(RawClient(port: server.port))
        client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { server.server.counters.snapshot.parked == 1 })
        #expect(row.registry.keys == ["row"])
        row.set("COMPLETE")
        #expect(client.response()?.text == "COMPLETE")
        #expect(row.registry.count == 0)
        #expect(server.server.counters.snapshot.parked == 0)
        #expect(client.get("/plain")?.text == "plain")
    }

    @Test func aWakeWithoutNewsParksAgain() throws {
        let row = Row()
        let server = try server(row)
        let client = try #require(RawClient(port: server.port))
        client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
        for _ in 0..<20 {
            #expect(eventually { row.registry.count == 1 && server.server.counters.snapshot.parked == 1 })
            row.registry.wake("row")
        }
        row.set("DONE")
        #expect(client.response()?.text == "DONE")
    }

    @Test func theDeadlineAnswersThePoll() throws {
        let row = Row()
        let server = try server(row, milliseconds: 30)
        let client = try #require(RawClient(port: server.port))
        #expect(client.get("/poll")?.text == "RUNNING")
        #expect(row.registry.count == 0)
    }

    @Test func aDroppedConnectionFreesThePoll() throws {
        let row = Row()
        let server = try server(row)
        for hard in [false, true] {
            let client = try #require(RawClient(port: server.port))
            client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(eventually { server.server.counters.snapshot.parked == 1 })
            if hard {
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(client.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            }
            client.close()
            #expect(eventually { row.registry.count == 0 && server.server.counters.snapshot.open == 0 })
        }
        #expect(server.server.counters.snapshot.abandoned == 2)
    }

    @Test func aPollWithPipelinedBytesIsFreedToo() throws {
        let row = Row()
        let server = try server(row)
        let client = try #require(RawClient(port: server.port))
        client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
        #expect(eventually { server.server.counters.snapshot.parked == 1 })
        client.send("GET /plain HTTP/1.1\r\nHost: t\r\n\r\n")
        client.close()
        #expect(eventually { row.registry.count == 0 && server.server.counters.snapshot.open == 0 })
    }

    @Test func aWakeBetweenRegisterAndParkIsNotLost() throws {
        let holder = Mutex<WaiterRegistry?>(nil)
        let once = Tally()
        let row = Row(afterRegister: {
            // The change and its wake fall exactly into the gap; the poll has read the old value already.
            if once.add() == 1 { holder.withLock { $0?.wake("row") } }
        })
        holder.withLock { $0 = row.registry }
        let server = try server(row)
        let client = try #require(RawClient(port: server.port))
        client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
        // Woken at once, it looked again and parked a second time.
        #expect(eventually { server.server.counters.snapshot.parked == 1 })
        row.set("COMPLETE")
        #expect(client.response()?.text == "COMPLETE")
    }

    @Test func noWakeIsLostInARace() throws {
        let registry = WaiterRegistry()
        let rows = Mutex<Set<String>>([])
        @Sendable func poll(_ key: String, _ context: RequestContext) -> HandlerOutcome {
            let ticket = registry.register(key: key)
            if rows.withLock({ $0.contains(key) }) { return .respond(text(200, key)) }
            return .park(ticket, until: .now().advanced(byMilliseconds: 60_000)) { poll(key, $0) }
        }
        let server = try TestServer { request, context in poll(request.target, context) }
        let rounds = 300
        let thread = OSThread.start(name: "waker") {
            for number in 0..<rounds {
                let key = "/\(number)"
                // Wakes as soon as somebody is registered: in the gap before the park more often than after it.
                _ = eventually { registry.keys.contains(key) }
                rows.withLock { _ = $0.insert(key) }
                registry.wake(key)
            }
        }
        let client = try #require(RawClient(port: server.port))
        for number in 0..<rounds { #expect(client.get("/\(number)")?.text == "/\(number)") }
        thread?.join()
        #expect(registry.count == 0)
    }

    @Test func parkedPollsTakeNoThreads() throws {
        let row = Row()
        let server = try server(row)
        let warm = try #require(RawClient(port: server.port))
        #expect(warm.get("/plain")?.status == 200)
        let before = ownThreads()
        let clients = (0..<200).compactMap { _ in RawClient(port: server.port) }
        #expect(clients.count == 200)
        for client in clients { client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n") }
        #expect(eventually { server.server.counters.snapshot.parked == 200 })
        // Other tests of this process start and end threads of their own; only a thread for each poll would show.
        #expect(ownThreads() < before + 100)
        #expect(warm.get("/plain")?.text == "plain")
        row.set("COMPLETE")
        for client in clients { #expect(client.response()?.text == "COMPLETE") }
    }

    @Test func wokenPollsWaitForRoomInsteadOfBeingRefused() throws {
        let row = Row()
        let server = try TestServer(workerThreads: 1, queue: 2) { _, context in
            row.poll(until: context.now.advanced(byMilliseconds: 60_000), context)
        }
        let clients = (0..<40).compactMap { _ in RawClient(port: server.port) }
        for (number, client) in clients.enumerated() {
            client.send("GET /poll HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(eventually { server.server.counters.snapshot.parked == number + 1 })
        }
        row.set("COMPLETE")
        for client in clients { #expect(client.response()?.text == "COMPLETE") }
    }

    @Test func aTicketThatIsNotParkedIsGivenBack() {
        let registry = WaiterRegistry()
        do {
            let first = registry.register(key: "a")
            let second = registry.register(key: "a")
            #expect(registry.count == 2)
            withExtendedLifetime((first, second)) {}
        }
        #expect(registry.count == 0)
        #expect(registry.keys.isEmpty)
    }

    private func ownThreads() -> Int {
        guard let directory = opendir("/proc/self/task") else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count - 2
    }
}
