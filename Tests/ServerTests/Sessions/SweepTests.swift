import Storage
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct SweepTests {
    @Test func expiredSessionsEndAndWake() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let due = try world.open(.authentication), running = try world.open(.signature)
        try world.database.execute("UPDATE rp_session SET expires_at = now() - interval '1 s' WHERE id = '\(due)'")
        let tickets = [due, running].map { world.registry.register(key: SessionSignals.key(session: $0)) }
        let sweeper = ExpirySweeper(stores: world.stores, signals: world.signals)
        #expect(try sweeper.sweep() == 1)
        #expect(tickets.map { world.hasWoken($0) } == [true, false])
        #expect(world.published.ids.last == due)
        #expect(try world.get("/session/\(due)").json["result"]?["endResult"]?.string == "TIMEOUT")
        #expect(try sweeper.sweep() == 0)
    }

    /// A session that another process ended while its notification was lost.
    @Test func safetyQueryFindsEndedSessions() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let ended = try world.open(.authentication), running = try world.open(.signature)
        try world.database.execute(
            """
            UPDATE rp_session SET state = 'COMPLETE', end_result = 'USER_REFUSED', completed_at = now(),
                readable_until = now() + interval '1 min' WHERE id = '\(ended)'
            """)
        let tickets = [ended, running].map { world.registry.register(key: SessionSignals.key(session: $0)) }
        let query = SafetyQuery(stores: world.stores, registry: world.registry) { true }
        #expect(try query.sweepWaiters() == 1)
        #expect(tickets.map { world.hasWoken($0) } == [true, false])
    }

    /// Ids that nobody could have checked (a poll registers before it looks) do not break the query.
    @Test func safetyQueryWithAnInvalidKey() throws {
        let world = try SessionWorld()
        let ticket = world.registry.register(key: SessionSignals.key(session: "nonsense"))
        let query = SafetyQuery(stores: world.stores, registry: world.registry) { true }
        #expect(try query.sweepWaiters() == 0)
        #expect(!world.hasWoken(ticket))
    }

    @Test func phonesAreWokenWhileAndAfterNotificationsAreAway() throws {
        let world = try SessionWorld()
        let listening = Monitor(true)
        let query = SafetyQuery(stores: world.stores, registry: world.registry) { listening.withLock { $0 } }
        func register(_ name: String) -> [WaitTicket] {
            (0..<300).map { world.registry.register(key: SessionSignals.key(document: "\(name)\($0)")) }
        }
        let quiet = register("quiet")
        _ = try query.sweepWaiters()
        #expect(quiet.filter { world.hasWoken($0) }.isEmpty)
        listening.withLock { $0 = false }
        _ = try query.sweepWaiters()
        #expect(quiet.filter { world.hasWoken($0) }.count == Limits.documentsWokenPerSweep)
        _ = try query.sweepWaiters()
        #expect(quiet.filter { world.hasWoken($0) }.count == 300)
        let during = register("during")
        listening.withLock { $0 = true }
        _ = try query.sweepWaiters()
        _ = try query.sweepWaiters()
        #expect(during.filter { world.hasWoken($0) }.count == 300)
        let after = register("after")
        _ = try query.sweepWaiters()
        #expect(after.filter { world.hasWoken($0) }.isEmpty)
    }

    @Test func newsFromOtherProcesses() {
        let registry = WaiterRegistry()
        let id = SessionWorld.uuid()
        let tickets = [SessionSignals.key(session: id), SessionSignals.key(document: id), "session:other"]
            .map { registry.register(key: $0) }
        SessionSignals.deliver([id], to: registry)
        #expect(registry.keys == ["session:other"])
        #expect(tickets.count == 3)
    }

    /// Opened in one process, seen by a phone that polls another one: through the database's notifications.
    @Test func newsTravelsBetweenProcesses() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let here = Notifier(settings: world.database.settings) { _ in }
        let far = WaiterRegistry()
        let there = Notifier(settings: world.database.settings) { SessionSignals.deliver($0, to: far) }
        #expect(here.start() && there.start())
        defer {
            here.stop()
            there.stop()
        }
        #expect(eventually { here.status.isListening && there.status.isListening })
        let signals = SessionSignals(registry: WaiterRegistry()) { here.publish($0) }
        let session = SessionWorld.uuid()
        let tickets = [SessionSignals.key(document: phone.document), SessionSignals.key(session: session)]
            .map { far.register(key: $0) }
        signals.pending(documents: [phone.document])
        #expect(eventually { far.keys == [tickets[1].key] })
        signals.ended(sessions: [session])
        #expect(eventually { far.count == 0 })
    }
}
