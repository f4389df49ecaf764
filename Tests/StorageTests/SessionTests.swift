import Foundation
import Storage
import TestSupport
import Testing

@Suite struct SessionTests {
    @Test func exactlyOneCompletes() throws {
        let world = try World()
        let session = try world.openSession()
        let won = try race { _ in
            try world.stores.sessions.complete(
                SessionCompletion(
                    sessionId: session, endResult: "USER_REFUSED", documentNumber: world.document), deadline: soon())
        }
        #expect(won.filter { $0 }.count == 1)
        let record = try world.session(session)
        #expect(record?.state == .complete)
        #expect(record?.boundDocument == world.document)
        #expect(
            try world.stores.sessions.completedAmong(ids: [session, UUID().uuidString], deadline: soon())
                == [session])
    }

    @Test func refusalAndFinishHaveOneWinner() throws {
        for _ in 0..<5 {
            let world = try World()
            let session = try world.openSession()
            let id = try world.attempt(session)
            try world.release(id)
            let finished = try world.finished(id)
            let published = try race(2) { index -> Bool in
                if index == 0 {
                    return try world.stores.signing.finish(finished, deadline: soon()) == .published
                }
                let end = SessionCompletion(sessionId: session, endResult: "USER_REFUSED")
                return try !world.stores.sessions.complete(end, deadline: soon())
            }
            #expect(published[0] == published[1])
            #expect(try world.session(session)?.endResult == (published[0] ? "OK" : "USER_REFUSED"))
            #expect(try world.attemptState(id) == "DONE")
        }
    }

    @Test func readingAnExpiredSessionCompletesIt() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        try world.makeDue(session)
        let results = try race { _ in try world.session(session)?.endResult }
        #expect(results.allSatisfy { $0 == "TIMEOUT" })
        #expect(try world.attemptState(id) == "BURNED")
        #expect(try world.stores.sessions.expireDue(deadline: soon()).isEmpty)
        let audited = try world.database.execute(
            "SELECT count(*) FROM audit_entry WHERE kind = 'session.completed' AND subject = '\(session)'")
        #expect(audited == [["1"]])
    }

    @Test func sweepsShareTheWork() throws {
        let world = try World()
        let ids = try (0..<40).map { _ in try world.openSession() }
        try world.database.execute("UPDATE rp_session SET expires_at = now() - interval '1 s'")
        let swept = try race(4) { _ in try world.stores.sessions.expireDue(deadline: soon()) }.flatMap { $0 }
        let rest = try world.stores.sessions.expireDue(deadline: soon())
        #expect((swept + rest).sorted() == ids.sorted())
    }

    @Test func onlyItsPartyAndItsPhonesSeeIt() throws {
        let world = try World()
        let session = try world.openSession()
        let sessions = world.stores.sessions
        let foreign = try sessions.getForRelyingParty(
            id: session, relyingPartyId: UUID().uuidString, deadline: soon())
        #expect(foreign == nil)
        let stranger = World.newCitizen()
        try world.stores.citizens.upsert(stranger, deadline: soon())
        let second = try World.enrol(world.stores, citizen: world.citizen, boot: world.boot)
        let outsider = try World.enrol(world.stores, citizen: stranger, boot: world.boot)
        #expect(try sessions.pending(documentNumber: world.document, deadline: soon()).map(\.id) == [session])
        #expect(try sessions.pending(documentNumber: second.document, deadline: soon()).map(\.id) == [session])
        #expect(try sessions.pending(documentNumber: outsider.document, deadline: soon()).isEmpty)
        #expect(try sessions.getForPhone(id: session, documentNumber: outsider.document, deadline: soon()) == nil)
        let refused = try world.commit(
            world.request(session, document: outsider.document, key: outsider.keys["SIGN"]))
        #expect(refused.outcome == .sessionGone)
        // Two phones of the same person race for it: one binds, the other is told.
        let keys = [(world.document, world.signKey), (second.document, second.keys["SIGN"] ?? "")]
        let outcomes = try race(2) { index in
            try world.commit(world.request(session, document: keys[index].0, key: keys[index].1)).outcome
        }
        #expect(outcomes.filter { $0 == .taken || $0 == .sessionGone }.count == 1)
        let bound = try world.session(session)?.boundDocument
        let loser = bound == world.document ? second.document : world.document
        #expect(try sessions.getForPhone(id: session, documentNumber: loser, deadline: soon()) == nil)
        #expect(try sessions.pending(documentNumber: loser, deadline: soon()).isEmpty)
    }

    @Test func deviceLinkIsClaimedOnce() throws {
        let world = try World()
        var new = world.newSession(anonymous: true)
        new.sessionToken = "token"
        new.sealedSessionSecret = [1, 2]
        try world.stores.sessions.create(new, deadline: soon())
        let sessions = world.stores.sessions
        let id = new.id
        #expect(try sessions.pending(documentNumber: world.document, deadline: soon()).isEmpty)
        #expect(try sessions.bySessionToken("token", deadline: soon())?.session.sealedSessionSecret == [1, 2])
        // By its bare id only where the relying party's clients are of the time before the codes.
        #expect(try sessions.linkedSession(id: id, deadline: soon()) == nil)
        try world.database.execute("UPDATE relying_party SET accepts_flat = true")
        #expect(try sessions.linkedSession(id: id, deadline: soon())?.session.sessionToken == "token")
        let others = try (0..<3).map { _ in
            try World.enrol(world.stores, citizen: world.citizen, boot: world.boot).document
        }
        let outcomes = try race(3) { index in
            try sessions.bind(id: id, documentNumber: others[index], flowType: "Web2App", deadline: soon())
        }
        #expect(outcomes.filter { $0 == .bound }.count == 1)
        #expect(outcomes.filter { $0 == .taken }.count == 2)
        let winner = try world.session(new.id)?.boundDocument ?? ""
        func again(_ flowType: String) throws -> SessionBinding {
            try sessions.bind(id: new.id, documentNumber: winner, flowType: flowType, deadline: soon())
        }
        #expect(try again("Web2App") == .bound)
        #expect(try again("QR") == .otherFlow)
        #expect(try world.session(new.id)?.flowType == "Web2App")
        #expect(try sessions.pending(documentNumber: winner, deadline: soon()).map(\.id) == [new.id])
        #expect(try world.session(new.id)?.citizenId == world.citizen.id)
    }

    /// A link session of a named person is not shown to them before they open the link, and nothing commits in it.
    @Test func aLinkSessionWaitsForItsLink() throws {
        let world = try World()
        var new = world.newSession()
        new.sessionToken = "token"
        try world.stores.sessions.create(new, deadline: soon())
        let sessions = world.stores.sessions
        func isSeen() throws -> Bool {
            let listed = try sessions.pending(documentNumber: world.document, deadline: soon())
            let read = try sessions.getForPhone(id: new.id, documentNumber: world.document, deadline: soon())
            let addressed = try sessions.addressedTo(id: new.id, documentNumber: world.document, deadline: soon())
            #expect((read == nil) == listed.isEmpty && (addressed == nil) == listed.isEmpty)
            return !listed.isEmpty
        }
        #expect(try !isSeen())
        #expect(try world.commit(world.request(new.id)).outcome == .sessionGone)
        let bound = try sessions.bind(
            id: new.id, documentNumber: world.document, flowType: "QR", deadline: soon())
        #expect(bound == .bound)
        #expect(try isSeen())
        let plain = try world.openSession()
        #expect(try sessions.linkedSession(id: plain, deadline: soon()) == nil)
        let unlinked = try sessions.bind(
            id: plain, documentNumber: world.document, flowType: "QR", deadline: soon())
        #expect(unlinked == .unknown)
    }

    /// As many as fit, and not one more, however many ask at once.
    @Test func openSessionsAreCountedOneAfterAnother() throws {
        let world = try World()
        let limits = OpenSessionLimits(ofOneParty: 3, inAll: 3)
        let opened = try race(10) { _ in
            try world.stores.sessions.create(world.newSession(), limits: limits, deadline: soon()) != nil
        }
        #expect(opened.filter { $0 }.count == 3)
        #expect(try world.database.execute("SELECT count(*) FROM rp_session") == [["3"]])
        // By person and by document they are the same citizen.
        var addressed = world.newSession()
        addressed.citizenId = nil
        addressed.addressedDocument = world.document
        #expect(try world.stores.sessions.create(addressed, limits: limits, deadline: soon()) == nil)
    }

    @Test func resultsStopBeingReadable() throws {
        let world = try World()
        let session = try world.openSession()
        let end = SessionCompletion(sessionId: session, endResult: "USER_REFUSED")
        #expect(try world.stores.sessions.complete(end, deadline: soon()))
        #expect(try world.session(session) != nil)
        try world.database.execute("UPDATE rp_session SET readable_until = now()")
        #expect(try world.session(session) == nil)
    }

    @Test func textStaysText() throws {
        let world = try World()
        let evil = "'; DROP TABLE rp_session; -- \\ \" $1 %s \u{2028}😀"
        var new = world.newSession()
        new.relyingPartyName = evil
        new.interactions = evil
        try world.stores.sessions.create(new, deadline: soon())
        #expect(try world.session(new.id)?.relyingPartyName == evil)
        new.id = UUID().uuidString
        new.relyingPartyName = "a\0b"
        #expect(throws: StorageError.invalidValue(reason: "text with NUL")) {
            try world.stores.sessions.create(new, deadline: soon())
        }
        #expect(throws: StorageError.invalidValue(reason: "malformed UUID")) {
            try world.stores.sessions.expire(id: "' OR true --", deadline: soon())
        }
        #expect(try world.stores.citizens.bySemanticId("' OR '1'='1", deadline: soon()) == nil)
        #expect(try world.stores.citizens.bySemanticId(world.citizen.civilID, deadline: soon()) == world.citizen)
    }
}
