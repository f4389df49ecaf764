import Foundation
import Storage
import TestSupport
import Testing

@Suite struct EnrolmentTests {
    @Test func exactlyOneClaims() throws {
        let world = try World()
        let new = try World.newEnrolment(world.stores, citizen: world.citizen)
        try world.stores.enrolments.create(new, deadline: soon())
        let hash = World.random(32)
        let claims = try race { _ in
            try world.stores.enrolments.beginCompletion(
                id: new.id, bodyHash: hash, bootId: world.boot, deadline: soon())
        }
        #expect(claims.filter { $0 == .inProgress }.count == 7)
        let claimed = claims.compactMap { claim -> Enrolment? in
            if case .claimed(let enrolment) = claim { return enrolment }
            return nil
        }
        #expect(claimed.count == 1)
        #expect(claimed.first?.slots == new.slots)
        let other = try world.stores.enrolments.beginCompletion(
            id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        #expect(other == .otherBody)
        try world.kill(world.boot)
        let heir = UUID().uuidString.lowercased()
        try world.stores.replicas.heartbeat(bootId: heir, address: "127.0.0.1:2", deadline: soon())
        let again = try world.stores.enrolments.beginCompletion(
            id: new.id, bodyHash: hash, bootId: heir, deadline: soon())
        guard case .claimed = again else { throw Unexpected() }
        let late = try world.stores.enrolments.finish(World.completion(new, boot: world.boot), deadline: soon())
        #expect(late == .claimLost)
        let done = try world.stores.enrolments.finish(World.completion(new, boot: heir), deadline: soon())
        #expect(done == .finished)
    }

    @Test func answerRepeatsUntilTheTokenIsUsed() throws {
        let world = try World()
        let new = try World.newEnrolment(world.stores, citizen: world.citizen, slots: ["SIGN"])
        let enrolments = world.stores.enrolments
        try enrolments.create(new, deadline: soon())
        let hash = World.random(32)
        _ = try enrolments.beginCompletion(id: new.id, bodyHash: hash, bootId: world.boot, deadline: soon())
        let completion = World.completion(new, boot: world.boot)
        #expect(try enrolments.finish(completion, deadline: soon()) == .finished)
        #expect(try enrolments.finish(completion, deadline: soon()) == .claimLost)
        let repeated = try enrolments.beginCompletion(
            id: new.id, bodyHash: hash, bootId: world.boot, deadline: soon())
        #expect(repeated == .repeated(answerSealed: completion.answerSealed))
        #expect(try world.database.execute("SELECT count(*) FROM enrolment_slot") == [["0"]])
        let device = try world.stores.devices.byTokenHash(completion.tokenHash, deadline: soon())
        #expect(device?.documentNumber == new.documentNumber)
        #expect(device?.tokenUsedAt == nil)
        try world.stores.devices.markTokenUsed(documentNumber: new.documentNumber, deadline: soon())
        #expect(try world.stores.devices.byTokenHash(completion.tokenHash, deadline: soon())?.tokenUsedAt != nil)
        let erased = try enrolments.beginCompletion(
            id: new.id, bodyHash: hash, bootId: world.boot, deadline: soon())
        #expect(erased == .answerErased)
    }

    /// A verdict that is being reached counts, also when the time ends meanwhile and another body comes.
    @Test func anotherBodyTakesNoVerdictAway() throws {
        let world = try World()
        let new = try World.newEnrolment(world.stores, citizen: world.citizen)
        let enrolments = world.stores.enrolments
        try enrolments.create(new, deadline: soon())
        _ = try enrolments.beginCompletion(
            id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        try world.database.execute("UPDATE enrolment SET expires_at = now() - interval '1 s' WHERE id = '\(new.id)'")
        let other = try enrolments.beginCompletion(
            id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        #expect(other == .otherBody)
        try enrolments.fail(id: new.id, reason: "N_EVEN", deadline: soon())
        let counted = try world.database.execute(
            "SELECT state, body_hash IS NOT NULL FROM enrolment WHERE id = '\(new.id)'")
        #expect(counted == [["FAILED", "t"]])
    }

    @Test func modulusAndShareAreUniqueForEver() throws {
        let world = try World()
        let first = try World.enrol(world.stores, citizen: world.citizen, boot: world.boot).completion
        for (seen, expected) in [(true, EnrolmentFinish.modulusSeen(slot: 1)), (false, .shareSeen(slot: 1))] {
            let new = try World.newEnrolment(world.stores, citizen: world.citizen)
            try world.stores.enrolments.create(new, deadline: soon())
            _ = try world.stores.enrolments.beginCompletion(
                id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
            var completion = World.completion(new, boot: world.boot)
            if seen {
                completion.slots[1].nHash = first.slots[0].nHash
            } else {
                completion.slots[1].Q1 = first.slots[0].Q1
            }
            #expect(try world.stores.enrolments.finish(completion, deadline: soon()) == expected)
            #expect(
                try world.stores.devices.byDocumentNumber(new.documentNumber, deadline: soon()) == nil)
            #expect(try world.stores.enrolments.fail(id: new.id, reason: "N_SEEN", deadline: soon()) == .ended)
            #expect(
                try world.database.execute("SELECT state FROM enrolment WHERE id = '\(new.id)'") == [["FAILED"]])
            #expect(try world.database.execute("SELECT count(*) FROM enrolment_slot") == [["0"]])
        }
        #expect(try world.stores.keys.modulusSeen(nHash: first.slots[0].nHash, deadline: soon()))
        let standing = try world.stores.enrolments.standing(
            citizenId: world.citizen.id, kycState: "none", deadline: soon())
        #expect(standing.failures == 2)
    }

    @Test func racingFinishesOfOneModulusHaveOneWinner() throws {
        let world = try World()
        let hash = World.random(32)
        let completions = try (0..<8).map { _ -> EnrolmentCompletion in
            let new = try World.newEnrolment(world.stores, citizen: world.citizen, slots: ["SIGN"])
            try world.stores.enrolments.create(new, deadline: soon())
            _ = try world.stores.enrolments.beginCompletion(
                id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
            var completion = World.completion(new, boot: world.boot)
            completion.slots[0].nHash = hash
            return completion
        }
        let outcomes = try race { try world.stores.enrolments.finish(completions[$0], deadline: soon()) }
        #expect(outcomes.filter { $0 == .finished }.count == 1)
        #expect(outcomes.filter { $0 == .modulusSeen(slot: 0) }.count == 7)
    }

    /// Opens an enrolment and claims it for a body.
    private func claimed(_ world: World) throws -> String {
        let new = try World.newEnrolment(world.stores, citizen: world.citizen, slots: ["SIGN"])
        try world.stores.enrolments.create(new, deadline: soon())
        _ = try world.stores.enrolments.beginCompletion(
            id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        return new.id
    }

    private func failures(_ world: World) throws -> Int {
        try world.stores.enrolments.standing(citizenId: world.citizen.id, kycState: "none", deadline: soon()).failures
    }

    @Test func rejectionsAtOnceAlertOnce() throws {
        let world = try World()
        let ids = try (0..<6).map { _ in try claimed(world) }
        let endings = try race(6) {
            try world.stores.enrolments.fail(id: ids[$0], reason: "MOD_ENCODING", deadline: soon())
        }
        #expect(endings.filter { $0 == .limitReached }.count == 1)
        #expect(endings.filter { $0 == .ended }.count == 5)
        let alerts = try world.database.execute(
            "SELECT subject, detail->>'rejected' FROM audit_entry WHERE kind = 'alert.enrolmentLimit'")
        #expect(alerts == [[world.citizen.id, "3"]])
        #expect(try failures(world) == 6)
    }

    @Test func whatAnOperatorAllowsCountsNoMoreAndTheNextThreeAlertAgain() throws {
        let world = try World()
        let review = world.stores.enrolmentReview
        let act = OperatorAct(by: "Болд", reason: "new phone")
        #expect(try review.allow(citizenId: world.citizen.id, act, deadline: soon()) == 0)
        #expect(try world.database.execute("SELECT count(*) FROM audit_entry WHERE kind LIKE '%.allowed'") == [["0"]])
        for ending: EnrolmentEnding in [.ended, .ended, .limitReached, .ended] {
            let id = try claimed(world)
            #expect(try world.stores.enrolments.fail(id: id, reason: "N_EVEN", deadline: soon()) == ending)
        }
        #expect(try review.allow(citizenId: world.citizen.id, act, deadline: soon()) == 4)
        #expect(try failures(world) == 0)
        let shown = try review.enrolments(citizenId: world.citizen.id, limit: 9, deadline: soon())
        #expect(shown.map(\.reason) == ["N_EVEN", "N_EVEN", "N_EVEN", "N_EVEN", nil])
        #expect(shown.allSatisfy { !$0.isCounted })
        for ending: EnrolmentEnding in [.ended, .ended, .limitReached] {
            let id = try claimed(world)
            #expect(try world.stores.enrolments.fail(id: id, reason: "N_EVEN", deadline: soon()) == ending)
        }
        let events = try world.stores.audit.ofEnrolments(citizenId: world.citizen.id, limit: 9, deadline: soon())
        #expect(events.map(\.kind) == ["alert.enrolmentLimit", "enrolment.allowed", "alert.enrolmentLimit"])
    }

    @Test func whatExpiresWhileItIsComputedIsNobodysFault() throws {
        let world = try World()
        for _ in 1...3 { _ = try claimed(world) }
        try world.database.execute(
            "UPDATE enrolment SET expires_at = now() - interval '1 s' WHERE state = 'COMPUTING'")
        #expect(try world.stores.enrolments.sweep(deadline: soon()).expired == 3)
        #expect(try failures(world) == 0)
    }

    @Test func proofingIsSpentOnce() throws {
        let world = try World()
        let first = try World.newEnrolment(world.stores, citizen: world.citizen, slots: ["SIGN"])
        var second = try World.newEnrolment(world.stores, citizen: world.citizen, slots: ["SIGN"])
        second.kycState = first.kycState
        let completions = try [first, second].map { new -> EnrolmentCompletion in
            try world.stores.enrolments.create(new, deadline: soon())
            _ = try world.stores.enrolments.beginCompletion(
                id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
            return World.completion(new, boot: world.boot)
        }
        let outcomes = try race(2) { try world.stores.enrolments.finish(completions[$0], deadline: soon()) }
        #expect(outcomes.filter { $0 == .finished }.count == 1)
        #expect(outcomes.filter { $0 == .kycNotUsable }.count == 1)
        #expect(try world.stores.kyc.get(reference: first.kycState, deadline: soon())?.isSpent == true)
    }

    @Test func expiryDeletesTheShares() throws {
        let world = try World()
        let new = try World.newEnrolment(world.stores, citizen: world.citizen)
        try world.stores.enrolments.create(new, deadline: soon())
        try world.database.execute("UPDATE enrolment SET expires_at = now() - interval '1 s'")
        let claim = try world.stores.enrolments.beginCompletion(
            id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        #expect(claim == .expired)
        #expect(try world.database.execute("SELECT count(*) FROM enrolment_slot") == [["0"]])
        let unknown = try world.stores.enrolments.beginCompletion(
            id: UUID().uuidString, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        #expect(unknown == .unknown)
    }

    @Test func claimGoesBack() throws {
        let world = try World()
        let new = try World.newEnrolment(world.stores, citizen: world.citizen)
        let enrolments = world.stores.enrolments
        try enrolments.create(new, deadline: soon())
        let body = World.random(32)
        _ = try enrolments.beginCompletion(id: new.id, bodyHash: body, bootId: world.boot, deadline: soon())
        #expect(try enrolments.releaseClaim(id: new.id, bootId: UUID().uuidString, deadline: soon()) == false)
        #expect(try enrolments.releaseClaim(id: new.id, bootId: world.boot, deadline: soon()))
        let other = try enrolments.beginCompletion(
            id: new.id, bodyHash: World.random(32), bootId: world.boot, deadline: soon())
        #expect(other == .otherBody)
        let again = try enrolments.beginCompletion(
            id: new.id, bodyHash: body, bootId: world.boot, deadline: soon())
        guard case .claimed = again else { throw Unexpected() }
    }
}
