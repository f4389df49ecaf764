import TestSupport
import Testing
import Vectors

@_spi(Deterministic) @testable import Crypto

/// The two halves of a refresh against each other, and what a party that cheats would send.
@Suite("Refresh of the two halves")
struct RefreshTests {
    /// One honest run over the key of the fixture, under a Paillier key of its own.
    private final class Run {
        let key: KeyFixture
        let context: RefreshContext
        let head: PhoneKeyGeneration.Head
        let f1: F1
        let f2: F2
        let f3: F3
        let d2: Scalar
        let share: PhoneShare
        let old: ServerRefresh.OldKey

        /// - Parameters:
        ///   - d1: 32 bytes; nil draws it, and so for `d2`
        init(_ label: String = "run", d1: [UInt8]? = nil, d2: [UInt8]? = nil) throws {
            let key = try KeyFixture.shared
            let random = VectorRandom(seed: "refresh-tests").stream(label)
            let first = try Scalar(bytes: d1 ?? Scalar.random(from: random).bytes)
            let second = try Scalar(bytes: d2 ?? Scalar.random(from: random).bytes)
            let phone = PhoneRefresh(
                slot: .signature, keyId: key.context.keyId, epoch: 1, suite: .suite1, d1: first,
                nonce: fresh(32, from: random), opening: fresh(32, from: random))
            f1 = phone.f1
            let generation = KeyGenerationContext(
                enrolmentId: "refresh", documentNumber: "document", slot: .signature, suite: .suite1,
                nonceP1: phone.f1.nonce, nonceP2: fresh(32, from: random),
                parametersHash: key.parameters.parametersHash, keyId: key.context.keyId)
            context = RefreshContext(generation: generation, epoch: 2)
            head = PhoneKeyGeneration.Head(
                enrolmentId: "refresh", documentNumber: "document", expiresAt: 1_800_000_000,
                parametersHash: key.parameters.parametersHash)
            f2 = try ServerRefresh.f2(context: context, d2: second, expiresAt: head.expiresAt) {
                (digest) throws(CryptoError) in try key.core.sign(digest, random: random)
            }
            let accepted = try phone.accept(
                f2, head: head, parameters: key.parameters, core: key.core.verifyingKey)
            let vector = try GoldenVectors.valid("refresh", "own-refresh-sign")
            let paillier = try PaillierSecretKey(
                p: Integer(bytes: vector.hex("secret", "p")), q: Integer(bytes: vector.hex("secret", "q")),
                suite: .suite1)
            let completed = try phone.complete(
                accepted, share: key.share, paillier: paillier, parameters: key.parameters, random: random)
            f3 = completed.f3
            share = completed.takeShare()
            self.d2 = second
            self.key = key
            old = .init(Q: key.verified.Q, Q1: key.verified.Q1)
        }

        func receive(_ f3: F3, commitment: [UInt8]? = nil, context: RefreshContext? = nil) throws -> Scalar {
            let renewed = try ServerRefresh.complete(
                f3, commitment: commitment ?? f1.commitment, context: context ?? self.context, old: old, d2: d2,
                x2: key.x2, parameters: key.parameters, modulusSeen: { _ in false }, random: SystemRandom())
            return renewed.x2.duplicate()
        }

        /// An F2 of the server's own key that says what it should not.
        func signed(epoch: UInt64, factor: [UInt8], keyId: String? = nil) throws -> F2 {
            let own = context.generation
            let generation = KeyGenerationContext(
                enrolmentId: own.enrolmentId, documentNumber: own.documentNumber, slot: own.slot, suite: own.suite,
                nonceP1: own.nonceP1, nonceP2: own.nonceP2, parametersHash: own.parametersHash,
                keyId: keyId ?? own.keyId)
            let digest = RefreshContext(generation: generation, epoch: epoch)
                .f2Transcript(factor: factor, expiresAt: head.expiresAt).digest
            return F2(
                keyId: generation.keyId, epoch: epoch, nonce: own.nonceP2, factor: factor,
                signature: try key.core.sign(digest, random: SystemRandom()))
        }

        func accept(_ f2: F2, head: PhoneKeyGeneration.Head? = nil, epoch: UInt64 = 1) throws {
            let phone = PhoneRefresh(
                slot: .signature, keyId: key.context.keyId, epoch: epoch, suite: .suite1,
                d1: try Scalar(bytes: f3.factor), nonce: f1.nonce, opening: f3.opening)
            _ = try phone.accept(
                f2, head: head ?? self.head, parameters: key.parameters, core: key.core.verifyingKey)
        }
    }

    private static func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? CryptoError)?.code }
    }

    @Test func theNewHalvesMakeTheOldKeyAndNeitherIsTheOld() throws {
        let run = try Run()
        let x2 = try run.receive(run.f3)
        #expect(Point.generator(times: run.share.x1 * x2) == run.old.Q)
        #expect(run.share.x1.bytes != run.key.share.x1.bytes)
        #expect(x2.bytes != run.key.x2.bytes)
        #expect(run.share.paillier.publicKey.encodedN != run.key.verified.N)
        // Halves of different epochs make no signature together.
        #expect(Point.generator(times: run.key.share.x1 * x2) != run.old.Q)
    }

    @Test func deltaIsNotOneOnEitherSide() throws {
        let two = try Scalar(bytes: [UInt8](repeating: 0, count: 31) + [2])
        #expect(Self.code { _ = try Run("one", d1: two.inverse().bytes, d2: two.bytes) } == "REFRESH_DELTA")
        // A phone that does not look: the server does.
        let run = try Run()
        let inverse = run.d2.inverse()
        let commitment = RefreshContext.commitment(
            keyId: run.f2.keyId, epoch: 2, suite: 1, nonceP1: run.f1.nonce, factor: inverse.bytes,
            opening: run.f3.opening
        ).digest
        let f3 = run.f3.with(factor: inverse.bytes, Q1: run.old.Q1.encoding)
        #expect(Self.code { _ = try run.receive(f3, commitment: commitment) } == "REFRESH_DELTA")
    }

    @Test func theFactorsAreInTheirRange() throws {
        let run = try Run()
        for factor in [[UInt8](repeating: 0, count: 32), CurveOrder.integer.bytes(width: 32)] {
            let commitment = RefreshContext.commitment(
                keyId: run.f2.keyId, epoch: 2, suite: 1, nonceP1: run.f1.nonce, factor: factor,
                opening: run.f3.opening
            ).digest
            let f3 = run.f3.with(factor: factor)
            #expect(Self.code { _ = try run.receive(f3, commitment: commitment) } == "REFRESH_FACTOR")
            let f2 = try run.signed(epoch: 2, factor: factor)
            #expect(Self.code { try run.accept(f2) } == "REFRESH_FACTOR")
        }
    }

    @Test func thePhoneTakesNoOtherKeyAndNoOtherEpoch() throws {
        let run = try Run()
        #expect(Self.code { try run.accept(run.f2) } == nil)
        #expect(Self.code { try run.accept(run.signed(epoch: 3, factor: run.f2.factor)) } == "EPOCH_MISMATCH")
        let other = try run.signed(epoch: 2, factor: run.f2.factor, keyId: "another")
        #expect(Self.code { try run.accept(other) } == "EPOCH_MISMATCH")
        let head = PhoneKeyGeneration.Head(
            enrolmentId: run.head.enrolmentId, documentNumber: run.head.documentNumber,
            expiresAt: run.head.expiresAt + 1, parametersHash: run.head.parametersHash)
        #expect(Self.code { try run.accept(run.f2, head: head) } == "F2_SIGNATURE")
    }

    @Test func aFactorThatWasNotCommittedIsRefused() throws {
        let run = try Run(), other = try Run("other")
        #expect(Self.code { _ = try run.receive(other.f3) } == "REFRESH_COMMITMENT")
        let f3 = run.f3.with(factor: other.f3.factor)
        #expect(Self.code { _ = try run.receive(f3) } == "REFRESH_COMMITMENT")
        // The commitment is of this key and this epoch.
        let later = RefreshContext(generation: run.context.generation, epoch: 3)
        #expect(Self.code { _ = try run.receive(run.f3, context: later) } == "REFRESH_COMMITMENT")
    }

    @Test func q1FollowsFromTheOldOneAndDelta() throws {
        let run = try Run()
        for Q1 in [run.old.Q1.encoding, run.old.Q.encoding, run.key.verified.Q2.encoding] {
            #expect(Self.code { _ = try run.receive(run.f3.with(Q1: Q1)) } == "REFRESH_Q1")
        }
        #expect(Self.code { _ = try run.receive(run.f3.with(Q: run.old.Q1.encoding)) } == "REFRESH_Q")
    }

    @Test func theMembersHaveTheirWidths() throws {
        let run = try Run()
        let long = [UInt8](repeating: 1, count: 33)
        #expect(Self.code { _ = try run.receive(run.f3.with(factor: long)) } == "F3_ENCODING")
        #expect(Self.code { _ = try run.receive(run.f3.with(opening: long)) } == "F3_ENCODING")
        for (nonce, commitment) in [(long, run.f1.commitment), (run.f1.nonce, long)] {
            let f1 = F1(slot: .signature, suite: 1, epoch: 1, nonce: nonce, commitment: commitment)
            #expect(Self.code { _ = try ServerRefresh.check(f1) } == "F1_ENCODING")
        }
        for (nonce, factor) in [(long, run.f2.factor), (run.f2.nonce, long)] {
            let f2 = F2(keyId: run.f2.keyId, epoch: 2, nonce: nonce, factor: factor, signature: run.f2.signature)
            #expect(Self.code { try run.accept(f2) } == "F2_ENCODING")
        }
    }

    @Test func theArchivedListHoldsNeitherFactorNorOpening() throws {
        let run = try Run()
        let k3 = run.f3.k3(.signature, commitment: run.f1.commitment)
        #expect(k3.opening == run.f1.commitment)
        #expect(k3.ratchetNext == [UInt8](repeating: 0, count: 32))
        for secret in [run.f3.factor, run.f3.opening] {
            let windows = k3.tlv.indices.dropLast(31)
            #expect(!windows.contains { Array(k3.tlv[$0..<$0 + 32]) == secret })
        }
    }
}

extension F3 {
    fileprivate func with(
        factor: [UInt8]? = nil, opening: [UInt8]? = nil, Q1: [UInt8]? = nil, Q: [UInt8]? = nil
    ) -> F3 {
        F3(
            factor: factor ?? self.factor, opening: opening ?? self.opening, Q1: Q1 ?? self.Q1, proof: proof, N: N,
            ckey: ckey, modulusProof: modulusProof, smallFactorProof: smallFactorProof,
            discreteLogProof: discreteLogProof, Q: Q ?? self.Q)
    }
}
