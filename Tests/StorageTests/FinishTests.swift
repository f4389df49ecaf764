import Foundation
import Storage
import TestSupport
import Testing

@Suite struct FinishTests {
    @Test func exactlyOnePublishes() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        try world.release(id)
        let outcomes = try race { _ in try world.stores.signing.finish(try world.finished(id), deadline: soon()) }
        #expect(outcomes.filter { $0 == .published }.count == 1)
        #expect(outcomes.filter { $0 == .stepTaken }.count == 7)
        let result = try world.stores.sessions.getForRelyingParty(
            id: session, relyingPartyId: world.relyingParty, deadline: soon())
        #expect(result?.session.endResult == "OK")
        #expect(result?.session.interactionTypeUsed == "displayTextAndPIN")
        #expect(result?.session.signature?.count == 70)
        #expect(result?.certificateDER?.count == 300)
        #expect(result?.certificateLevel == "QUALIFIED")
        #expect(result?.citizen == world.citizen)
    }

    @Test func sameBytesRepeat() throws {
        let world = try World()
        let id = try world.attempt(try world.openSession())
        let finished = try world.finished(id)
        #expect(try world.stores.signing.finish(finished, deadline: soon()) == .outOfOrder)
        try world.release(id)
        #expect(try world.stores.signing.finish(finished, deadline: soon()) == .published)
        #expect(try world.stores.signing.finish(finished, deadline: soon()) == .repeated(s5Answer: [7, 7]))
    }

    @Test func lateSignatureIsRecordedNotPublished() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        try world.release(id)
        try world.makeDue(session)
        let finished = try world.finished(id)
        #expect(try world.stores.signing.finish(finished, deadline: soon()) == .recordedAfterEnd)
        #expect(try world.stores.signing.finish(finished, deadline: soon()) == .recordedAfterEnd)
        #expect(try world.attemptState(id) == "DONE")
        let record = try world.session(session)
        #expect(record?.endResult == "TIMEOUT")
        #expect(record?.signature == nil)
    }

    @Test func expiryMakesUnknownAndALateSignatureStillCounts() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        try world.release(id)
        try world.makeDue(session)
        #expect(try world.session(session)?.endResult == "TIMEOUT")
        #expect(try world.attemptState(id) == "UNKNOWN")
        let next = world.stores.signing.commitLookup(
            sessionId: try world.openSession(), documentNumber: world.document)
        #expect(try world.pool.read(next, deadline: soon()).pauseSeconds == nil)
        let activity = try world.stores.sessions.activity(
            documentNumber: world.document, limit: 20, offset: 0, deadline: soon())
        #expect(activity.map(\.signatureMayExist).contains(true))
        #expect(try world.stores.signing.finish(try world.finished(id), deadline: soon()) == .recordedAfterEnd)
    }

    @Test func fiveWrongFinishesFailTheAttemptNotTheKey() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        try world.release(id)
        for left in [4, 3, 2, 1] {
            let outcome = try world.stores.signing.recordBadFinish(
                attemptId: id, code: "SIGNATURE_INVALID", deadline: soon())
            #expect(outcome == .counted(triesLeft: left))
        }
        let fifth = try world.stores.signing.recordBadFinish(
            attemptId: id, code: "SIGNATURE_INVALID", deadline: soon())
        #expect(fifth == .failed(endedSession: session, isTicket: false))
        // c3 has left: whoever has it can finish alone.
        let activity = try world.stores.sessions.activity(
            documentNumber: world.document, limit: 20, offset: 0, deadline: soon())
        #expect(activity.map(\.signatureMayExist) == [true])
        let sixth = try world.stores.signing.recordBadFinish(
            attemptId: id, code: "SIGNATURE_INVALID", deadline: soon())
        #expect(sixth == .unchanged)
        #expect(try world.stores.signing.finish(try world.finished(id), deadline: soon()) == .stepTaken)
        let key = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())?.key
        #expect(key?.state == .active)
    }

    @Test func c3InvalidLocksForGood() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        let lock = KeyLock(attemptId: id, s5Hash: World.random(32), s5Answer: [8], reason: "C3_INVALID")
        #expect(try world.stores.signing.lockKey(lock, deadline: soon()) == .outOfOrder)
        try world.release(id)
        let outcomes = try race { _ in try world.stores.signing.lockKey(lock, deadline: soon()) }
        #expect(outcomes.filter { $0 == .locked(endedSession: session) }.count == 1)
        #expect(outcomes.filter { $0 == .repeated(s5Answer: [8]) }.count == 7)
        #expect(try world.session(session)?.endResult == "DOCUMENT_UNUSABLE")
        let loaded = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())
        #expect(loaded?.key.state == .locked)
        #expect(loaded?.certificate == nil)
        let other = try world.stores.keys.load(documentNumber: world.document, slot: "AUTH", deadline: soon())
        #expect(other?.key.state == .active)
        #expect(try world.commit(world.request(try world.openSession())).outcome == .keyNotActive(.locked))
        #expect(
            try world.stores.signing.suspendForClone(
                documentNumber: world.document, attemptId: id, deadline: soon()) == 1)
        let locked = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())
        #expect(locked?.key.state == .locked)
    }

    @Test func loadNeedsTheRightSessionAndDocument() throws {
        let world = try World()
        let session = try world.openSession()
        let id = try world.attempt(session)
        let signing = world.stores.signing
        let lookup = signing.lookup(sessionId: session, attemptId: id, tokenHash: world.tokenHash)
        let found = try world.pool.read(lookup, deadline: soon())
        #expect(found?.attempt.id == id)
        #expect(found?.attempt.isOwnerAlive == true)
        #expect(found?.key.keyId == world.signKey)
        #expect(found?.session.isLive == true)
        #expect(found?.certificate != nil)
        let other = try World.enrol(world.stores, citizen: world.citizen, boot: world.boot).completion
        let elsewhere = signing.lookup(sessionId: session, attemptId: id, tokenHash: other.tokenHash)
        #expect(try world.pool.read(elsewhere, deadline: soon()) == nil)
        let another = signing.lookup(
            sessionId: try world.openSession(), attemptId: id, tokenHash: world.tokenHash)
        #expect(try world.pool.read(another, deadline: soon()) == nil)
    }
}
