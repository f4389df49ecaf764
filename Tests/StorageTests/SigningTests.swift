import Foundation
import Storage
import TestSupport
import Testing

@Suite struct SigningTests {
    @Test func oneOpenAttemptAKeyAndCountersNeverRepeat() throws {
        let world = try World()
        let session = try world.openSession()
        let results = try race(5) { _ in try world.commit(world.request(session)).outcome }
        #expect(results.count == 5)
        for result in results {
            guard case .committed = result else { Issue.record("\(result)"); continue }
        }
        let open = try world.database.execute("SELECT count(*) FROM attempt WHERE state = 'COMMITTED'")
        #expect(open == [["1"]])
        let counters = try world.database.execute("SELECT count(DISTINCT sign_counter) FROM attempt")
        #expect(counters == [["5"]])
        #expect(try world.session(session)?.burnedAttempts == 4)
        #expect(try world.session(session)?.boundDocument == world.document)
    }

    /// S1 was judged for an epoch that a refresh has ended since: no attempt, no counter, nothing burned.
    @Test func anEpochThatHasMovedIsNoBasisForAnAttempt() throws {
        let world = try World()
        let session = try world.openSession()
        let open = try world.attempt(session)
        let state = "SELECT string_agg(state || ' ' || sign_counter, ',') FROM attempt"
        let before = try world.database.execute(state)
        try world.database.execute("UPDATE key_share SET epoch = 2 WHERE key_id = '\(world.signKey)'")
        #expect(try world.commit(world.request(session)).outcome == .epochMoved)
        #expect(try world.database.execute(state) == before)
        let counter = "SELECT sign_counter FROM key_share WHERE key_id = '\(world.signKey)'"
        #expect(try world.database.execute(counter) == [["1"]])
        guard case .committed(let next) = try world.commit(world.request(session, epoch: 2)).outcome else {
            throw Unexpected()
        }
        #expect(next != open)
    }

    @Test func sameBytesGetTheStoredAnswer() throws {
        let world = try World()
        let session = try world.openSession()
        let request = world.request(session)
        let first = try world.commit(request)
        guard case .committed(let id) = first.outcome else { throw Unexpected() }
        let again = try world.commit(request)
        #expect(
            again.outcome
                == .repeated(attemptId: id, s2Answer: [1, 2, 3], ownerBoot: world.boot, isOwnerAlive: true))
        _ = try world.attempt(session)
        #expect(try world.commit(request).outcome == .stale)
    }

    @Test func fifthBurnedAttemptEndsTheSession() throws {
        let world = try World()
        let session = try world.openSession()
        for count in 1...4 {
            let id = try world.attempt(session)
            let outcome = try world.stores.signing.burn(attemptId: id, reason: "SG_COMMITMENT", deadline: soon())
            #expect(outcome == .burned)
            #expect(try world.session(session)?.burnedAttempts == count)
        }
        let last = try world.attempt(session)
        let outcome = try world.stores.signing.burn(attemptId: last, reason: "SG_COMMITMENT", deadline: soon())
        #expect(outcome == .sessionEnded(id: session))
        #expect(try world.session(session)?.endResult == "PROTOCOL_FAILURE")
        let again = try world.stores.signing.burn(attemptId: last, reason: "SG_COMMITMENT", deadline: soon())
        #expect(again == .unchanged)
    }

    @Test func sixthCommitEndsTheSession() throws {
        let world = try World()
        let session = try world.openSession()
        for _ in 1...5 { _ = try world.attempt(session) }
        // The case of an id's letters never matters.
        let result = try world.commit(world.request(session.uppercased()))
        #expect(result.outcome == .attemptsExhausted)
        #expect(result.endedSessions == [session])
        #expect(try world.session(session)?.endResult == "PROTOCOL_FAILURE")
    }

    @Test func anotherSessionTakesTheKeyAndBurnsTheFirstAttempt() throws {
        let world = try World()
        let (first, second) = (try world.openSession(), try world.openSession())
        let old = try world.attempt(first)
        _ = try world.attempt(second)
        #expect(try world.attemptState(old) == "BURNED")
        #expect(try world.session(first)?.burnedAttempts == 1)
        #expect(try world.session(first)?.state == .running)
    }

    @Test func crossingSessionsOnOneKeyNeverDeadlock() throws {
        let world = try World()
        let sessions = try (0..<8).map { _ in try world.openSession() }
        let outcomes = try race(8) { index in
            try (0..<5).map { step in try world.commit(world.request(sessions[(index + step) % 8])).outcome }
        }
        #expect(outcomes.count == 8)
        #expect(try world.database.execute("SELECT count(*) FROM attempt WHERE state = 'COMMITTED'") == [["1"]])
        let wrong = try world.database.execute(
            """
            SELECT count(*) FROM rp_session s WHERE burned_attempts <>
                (SELECT count(*) FROM attempt a WHERE a.session_id = s.id AND a.state = 'BURNED')
            """)
        #expect(wrong == [["0"]])
    }

    @Test func exactlyOneConsumes() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        let outcomes = try race { _ in
            try world.stores.signing.consume(world.consumption(id), deadline: soon())
        }
        #expect(outcomes.filter { $0 == .consumed }.count == 1)
        #expect(outcomes.filter { $0 == .notCommitted }.count == 7)
        let key = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())?.key
        #expect(key?.ratchet == World.ratchet(1))
        let former = try world.stores.signing.formerRatchets(keyId: world.signKey, deadline: soon())
        #expect(former == [World.ratchet(0)])
        let stored = try race { index in
            try world.stores.signing.storeAnswer(
                attemptId: id, bootId: world.boot, s4Answer: [UInt8(index)], deadline: soon())
        }
        #expect(stored.filter { $0 }.count == 1)
    }

    @Test func oneReleasedAttemptASession() throws {
        let world = try World()
        let session = try world.openSession()
        try world.release(try world.attempt(session))
        #expect(try world.commit(world.request(session)).outcome == .alreadyReleased)
        // Even a row forced past the store is refused by the index.
        let error = #expect(throws: PostgresFailure.self) {
            try world.database.execute(
                """
                INSERT INTO attempt SELECT (jsonb_populate_record(a, jsonb_build_object('id', '\\x' || repeat('ab', 32),
                    'sign_counter', 99))).* FROM attempt a WHERE session_id = '\(session)'
                """)
        }
        #expect(error?.what.contains("attempt_one_released") == true)
        // Another session on the same key goes on.
        _ = try world.attempt(try world.openSession())
    }

    @Test func consumeChecksEverythingAndThenChangesNothing() throws {
        let world = try World()
        let signing = world.stores.signing
        let session = try world.openSession()
        let id = try world.attempt(session)
        let foreign = world.consumption(id, boot: UUID().uuidString)
        #expect(try signing.consume(foreign, deadline: soon()) == .notCommitted)
        #expect(try signing.consume(world.consumption(id, from: 5, to: 6), deadline: soon()) == .ratchetMoved)
        #expect(try signing.consume(world.consumption(World.random(32)), deadline: soon()) == .notCommitted)
        try world.database.execute("UPDATE key_share SET state = 'SUSPENDED'")
        #expect(try signing.consume(world.consumption(id), deadline: soon()) == .keyNotActive(.suspended))
        #expect(try world.commit(world.request(session)).outcome == .keyNotActive(.suspended))
        let nobodys = world.request(session, key: UUID().uuidString)
        #expect(try world.commit(nobodys).outcome == .keyNotActive(nil))
        try world.database.execute("UPDATE key_share SET state = 'ACTIVE'")
        try world.makeDue(session)
        #expect(try signing.consume(world.consumption(id), deadline: soon()) == .sessionExpired)
        #expect(try world.commit(world.request(session)).outcome == .expired)
        #expect(try world.attemptState(id) == "COMMITTED")
        let key = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())?.key
        #expect(key?.ratchet == World.ratchet(0))
        #expect(try world.stores.sessions.expireDue(deadline: soon()) == [session])
        #expect(try signing.consume(world.consumption(id), deadline: soon()) == .sessionEnded(byTimeout: true))
        #expect(try world.attemptState(id) == "BURNED")
    }

    /// A copy could otherwise leave the ratchet where the original expects it, and sign beside it unseen.
    @Test func aRatchetIsNeverUsedTwice() throws {
        let world = try World()
        let signing = world.stores.signing
        try world.release(try world.attempt(try world.openSession()))
        let id = try world.attempt(try world.openSession())
        for used: UInt8 in [0, 1] {
            let step = world.consumption(id, from: 1, to: used)
            #expect(try signing.consume(step, deadline: soon()) == .ratchetRepeated)
        }
        #expect(try world.attemptState(id) == "COMMITTED")
        #expect(try signing.consume(world.consumption(id, from: 1, to: 2), deadline: soon()) == .consumed)
    }

    @Test func the256NewestFormerRatchetsAreKept() throws {
        let world = try World()
        try world.database.execute(
            """
            INSERT INTO former_ratchet SELECT '\(world.signKey)', i % 256,
                decode(repeat(to_char(i + 5000, 'FM0000'), 16), 'hex')
            FROM generate_series(44, 299) i;
            UPDATE key_share SET ratchet_moves = 300 WHERE slot = 'SIGN'
            """)
        try world.release(try world.attempt(try world.openSession()))
        try world.release(try world.attempt(try world.openSession()), from: 1, to: 2)
        let former = try world.stores.signing.formerRatchets(keyId: world.signKey, deadline: soon())
        #expect(former.count == 256)
        #expect(former.prefix(2) == [World.ratchet(1), World.ratchet(0)])
        let marks = former.dropFirst(2).map { $0.prefix(2).map { String(format: "%02x", $0) }.joined() }
        #expect(marks == (5046...5299).reversed().map { String(format: "%04d", $0) })
    }

    @Test func orphansBurnAndAReleasedAnswerStays() throws {
        let world = try World()
        let signing = world.stores.signing
        let other = UUID().uuidString.lowercased()
        try world.stores.replicas.heartbeat(bootId: other, address: "127.0.0.1:2", deadline: soon())
        let session = try world.openSession()
        let id = try world.attempt(session, boot: other)
        #expect(try signing.burnIfOrphaned(attemptId: id, deadline: soon()) == .unchanged)
        #expect(try signing.consume(world.consumption(id, boot: other), deadline: soon()) == .consumed)
        #expect(try world.commit(world.request(session)).outcome == .alreadyReleased)
        try world.kill(other)
        #expect(try world.stores.replicas.isAlive(bootId: other, deadline: soon()) == false)
        // Commit itself finds that nothing has left, and goes on.
        let next = try world.attempt(session)
        #expect(try world.attemptState(id) == "BURNED")
        #expect(
            try signing.storeAnswer(attemptId: id, bootId: other, s4Answer: [1], deadline: soon()) == false)
        try world.release(next, from: 1, to: 2)
        let last = try world.attempt(try world.openSession())
        try world.kill(world.boot)
        let swept = try signing.burnOrphans(deadline: soon())
        #expect(swept.burned == 1)
        #expect(try world.attemptState(last) == "BURNED")
        #expect(try world.attemptState(next) == "PROVED")
    }

    @Test func ownerAbandonsWhatItCouldNotAnswer() throws {
        let world = try World()
        let signing = world.stores.signing
        let id = try world.attempt(try world.openSession())
        #expect(try signing.consume(world.consumption(id), deadline: soon()) == .consumed)
        let foreign = try signing.abandon(
            attemptId: id, bootId: UUID().uuidString, reason: "COMPUTE_FAILED", deadline: soon())
        #expect(foreign == .unchanged)
        let own = try signing.abandon(
            attemptId: id, bootId: world.boot, reason: "COMPUTE_FAILED", deadline: soon())
        #expect(own == .burned)
    }

    @Test func sameBytesGetTheStoredS2AlsoAfterProve() throws {
        let world = try World()
        let session = try world.openSession()
        let request = world.request(session)
        guard case .committed(let id) = try world.commit(request).outcome else { throw Unexpected() }
        let repeated = CommitResult.Outcome.repeated(
            attemptId: id, s2Answer: [1, 2, 3], ownerBoot: world.boot, isOwnerAlive: true)
        #expect(try world.commit(request).outcome == repeated)
        try world.release(id)
        #expect(try world.commit(request).outcome == repeated)
        #expect(try world.commit(world.request(session)).outcome == .alreadyReleased)
        try world.kill(world.boot)
        #expect(try world.commit(request).outcome == repeated)
    }

    @Test func aCommitThatCollidesInEveryRoundMayBeRepeated() throws {
        let world = try World()
        let taken = try world.attempt(try world.openSession())
        let request = world.request(try world.openSession())
        var rounds = 0
        // The id of another attempt: every round ends at the primary key.
        #expect(throws: StorageError.serialization(sqlState: "40001")) {
            try world.stores.signing.commit(request, deadline: soon()) { context in
                rounds += 1
                return NewAttempt(
                    id: taken, s2Nonce: World.random(32), R2: World.random(65), s2Answer: [1],
                    expiresAt: context.sessionExpiresAt)
            }
        }
        #expect(rounds > 3)
        _ = try world.attempt(request.sessionId)
    }

    @Test func commitNamesTheAttemptThatGaveWay() throws {
        let world = try World()
        let first = try world.attempt(try world.openSession())
        let second = try world.commit(world.request(try world.openSession()))
        #expect(second.burnedAttempts == [first])
    }

    @Test func closureMayGiveUp() throws {
        let world = try World()
        let session = try world.openSession()
        let result = try world.stores.signing.commit(world.request(session), deadline: soon()) { _ in nil }
        #expect(result.outcome == .refused)
        #expect(try world.session(session)?.boundDocument == nil)
        let counter = try world.database.execute("SELECT max(sign_counter) FROM key_share")
        #expect(counter == [["0"]])
    }
}
