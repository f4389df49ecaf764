import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct NotifierTests {
    private final class Inbox: Sendable {
        private let ids = Mutex<Set<String>>([])

        func add(_ new: [String]) { ids.withLock { $0.formUnion(new) } }

        func waits(for wanted: Set<String>, milliseconds: Int = 5_000) -> Bool {
            let limit = StorageDeadline(milliseconds: milliseconds)
            while !limit.hasPassed {
                if ids.withLock({ wanted.isSubset(of: $0) }) { return true }
                usleep(1_000)
            }
            return false
        }
    }

    private func started(_ database: PostgresDatabase, _ inbox: Inbox) throws -> Notifier {
        let notifier = Notifier(settings: database.settings) { inbox.add($0) }
        guard notifier.start() else { throw Unexpected() }
        let limit = StorageDeadline(milliseconds: 5_000)
        while !notifier.status.isListening, !limit.hasPassed { usleep(2_000) }
        return notifier
    }

    @Test func everyProcessHears() throws {
        let database = try PostgresDatabase()
        let (a, b) = (Inbox(), Inbox())
        let (first, second) = (try started(database, a), try started(database, b))
        defer {
            first.stop()
            second.stop()
        }
        let ids = Set((0..<1_000).map { _ in UUID().uuidString.lowercased() })
        for id in ids { first.publish([id]) }
        #expect(a.waits(for: ids))
        #expect(b.waits(for: ids))
        let one = UUID().uuidString.lowercased()
        second.publish([one])
        #expect(a.waits(for: [one]))
    }

    @Test func reconnectsAndDeliversWhatWaited() throws {
        let database = try PostgresDatabase()
        let inbox = Inbox()
        let notifier = try started(database, inbox)
        defer { notifier.stop() }
        try database.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        usleep(20_000)
        let id = UUID().uuidString.lowercased()
        notifier.publish([id])
        #expect(inbox.waits(for: [id]))
    }

    @Test func foreignPayloadsAreDropped() throws {
        let database = try PostgresDatabase()
        let inbox = Inbox()
        let notifier = try started(database, inbox)
        defer { notifier.stop() }
        let id = UUID().uuidString.lowercased()
        try database.execute("NOTIFY tamga_session, 'x,,\(id),''; DROP TABLE citizen'")
        #expect(inbox.waits(for: [id]))
        #expect(NotificationBatch.ids(of: "x,,").isEmpty)
    }

    @Test func payloadStaysBelowTheLimit() {
        var pending = (0..<500).map { _ in UUID().uuidString }
        let payload = NotificationBatch.take(from: &pending)
        #expect(payload.utf8.count <= NotificationBatch.payloadLimit)
        #expect(payload.split(separator: ",").count == 213)
        #expect(pending.count == 287)
    }

    @Test func stopsWithoutADatabase() {
        let notifier = Notifier(settings: ConnectionSettings(url: "postgresql:///x?host=/nonexistent")) { _ in }
        #expect(notifier.start())
        notifier.publish(["00000000-0000-4000-8000-000000000000"])
        usleep(100_000)
        notifier.stop()
    }
}
