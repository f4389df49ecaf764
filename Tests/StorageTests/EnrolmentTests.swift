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
        #expect(try enrolments.load(id: new.id, deadline: soon())?.slots.isEmpty == true)
        let device = try world.stores.devices.byTokenHash(completion.tokenHash, deadline: soon())
        #expect(device?.documentNumber == new.documentNumber)
        #expect(device?.tokenUsedAt == nil)
        try world.stores.devices.markTokenUsed(documentNumber: new.documentNumber, deadline: soon())
        #expect(try world.stores.devices.byTokenHash(completion.tokenHash, deadline: soon())?.tokenUsedAt != nil)
        let erased = try enrolments.beginCompletion(
            id: new.id, bodyHash: hash, bootId: world.boot, deadline: soon())
        #expect(erased == .answerErased)
    }

    @Test func modulusAndShareAreUniqueForEver() throws {
        let world = try World()
        let first = try World.enrol(world.stores, citizen: world.citizen, boot: world.boot).completion
        for (seen, expected) in [(true, EnrolmentFinish.modulusSeen), (false, .shareSeen)] {
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
            #expect(try world.stores.enrolments.fail(id: new.id, reason: "N_SEEN", deadline: soon()))
            let after = try world.stores.enrolments.load(id: new.id, deadline: soon())
            #expect(after?.state == .failed)
            #expect(after?.slots.isEmpty == true)
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
        #expect(outcomes.filter { $0 == .modulusSeen }.count == 7)
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
