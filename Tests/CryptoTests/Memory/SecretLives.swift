import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// Both halves by their ordinary entry points, from the drawing of the shares to the finished signature, and the
/// secrets noted on the way. When `run` returns, all of them have lost their owners.
enum SecretLives {
    @inline(never)
    static func run(
        _ needles: inout Needles, parameters: RingPedersenParameters, core: CoreKey, random: ErasingRandom
    ) throws {
        let key = SecretBytes.random(count: 32, from: random)
        needles.add("key-encryption key", key)
        let kek = try LocalKeyEncryptionKey(key: key, random: random)
        let enrolled = try Enrolled(&needles, parameters: parameters, core: core, random: random)
        try enrolled.findsItself(needles)
        // The server's share rests sealed and is opened for a signature.
        let sealed = try Envelope.seal(
            secret: enrolled.x2.secretBytes, associatedData: [1], under: kek, random: random)
        let x2 = try Scalar(secret: Envelope.open(sealed, associatedData: [1], under: kek))
        try sign(&needles, enrolled, x2: x2, core: core, random: random)
    }

    /// K1 to K3.
    private struct Enrolled: ~Copyable {
        let context: KeyGenerationContext
        let verified: ServerKeyGeneration.VerifiedKey
        let share: PhoneShare
        let token: [UInt8]
        let x2: Scalar

        init(
            _ needles: inout Needles, parameters: RingPedersenParameters, core: CoreKey, random: ErasingRandom
        ) throws {
            let phone = try PhoneKeyGeneration(suite: .suite1, slot: .signature, random: random)
            let hash = parameters.parametersHash
            let head = PhoneKeyGeneration.Head(
                enrolmentId: "enrolment", documentNumber: "document", expiresAt: 1_800_000_000, parametersHash: hash)
            let k1 = phone.k1
            let context = KeyGenerationContext(
                enrolmentId: head.enrolmentId, documentNumber: head.documentNumber, slot: .signature, suite: .suite1,
                nonceP1: k1.nonce, nonceP2: fresh(32, from: random), parametersHash: hash, keyId: "key")
            let answer = try ServerKeyGeneration.respond(
                context: context, expiresAt: head.expiresAt, core: core, random: random)
            let accepted = try phone.accept(answer.k2, head: head, parameters: parameters, core: core.verifyingKey)
            let completed = try phone.complete(
                accepted, paillier: .generate(.suite1, random: random), parameters: parameters, random: random)
            let x2 = answer.x2.duplicate()
            let verified = try ServerKeyGeneration.complete(
                completed.k3, k1: k1, context: context, x2: x2, parameters: parameters,
                modulusSeen: { _ in false }, random: random)
            let token = completed.ratchetToken
            let share = completed.takeShare()
            needles.add("x1", share.x1)
            needles.add("x2", x2)
            needles.add("p", share.paillier.p)
            needles.add("q", share.paillier.q)
            self.context = context
            self.verified = verified
            self.token = token
            self.x2 = x2
            self.share = share
        }

        /// The scan sees what is there: x1 in the living share.
        func findsItself(_ needles: Needles) throws {
            let limbs = UInt(bitPattern: share.x1.limbs)
            let found = try MemoryScan.run(needles).hits.filter { $0.address >= limbs && $0.address < limbs + 32 }
            #expect(found.count >= Scalar.limbCount)
        }
    }

    /// S1 to S5.
    private static func sign(
        _ needles: inout Needles, _ key: borrowing Enrolled, x2: borrowing Scalar, core: CoreKey,
        random: ErasingRandom
    ) throws {
        let context = try SigningContext(
            suite: .suite1, keyId: key.context.keyId, epoch: 1, Q: key.verified.Q, Q1: key.verified.Q1,
            N: key.verified.N, ckey: key.verified.ckey, sessionId: "session", slot: .signature, scheme: .rawDigest,
            digest: SHA256.hash([1]))
        let phone = try PhoneSigning(context: context, random: random)
        let committed = try ServerSigning.commit(
            phone.s1, context: context, signCounter: 1, x2: x2, core: core, random: random)
        let s2 = committed.s2, nonce = committed.takeNonce()
        needles.add("k1", phone.k1)
        needles.add("k2", nonce.k2)
        needles.add("k2^-1", nonce.k2.inverse())
        let accepted = try phone.accept(s2, lastSignCounter: 0, core: core.verifyingKey)
        let next = Ratchet.hash(token: fresh(32, from: random), keyId: context.keyId)
        let s3 = try phone.prove(accepted, x1: key.share.x1, ratchet: [key.token], ratchetNext: next, random: random)
        let attempt = ServerSigning.Attempt(context: context, s1: phone.s1, ssid: s2.attempt)
        let verified = try ServerSigning.verify(
            s3, attempt: attempt, nonce: nonce, ratchet: Ratchet(current: key.verified.ratchet, history: []))
        let inverse = nonce.k2.inverse()
        needles.add("v", inverse * Scalar(reducing: verified.r) * x2)
        needles.add("u", inverse * Scalar(reducing: context.digest))
        let paillier = try PaillierPublicKey(N: Integer(bytes: key.verified.N), suite: .suite1)
        addDraws(&needles, paillier, u: inverse * Scalar(reducing: context.digest))
        let check = FaultCheck()
        let s4 = try ServerSigning.answer(
            s3, verified, attempt: attempt, nonce: nonce, x2: x2, key: paillier,
            noise: PreparedNoise(key: paillier, check: check, random: noiseSource()), check: check, core: core,
            random: answerSource())
        let s5 = try phone.finish(s4, accepted, s3: s3, share: key.share, core: core.verifyingKey)
        needles.add("P", key.share.paillier.decrypt(Integer(bytes: s4.c3)))
        try ServerSigning.finish(s5, ssid: s2.attempt, r: verified.r, digest: context.digest, Q: context.Q)
    }

    private static func noiseSource() -> ErasingRandom { ErasingRandom("noise") }
    private static func answerSource() -> ErasingRandom { ErasingRandom("answer") }

    /// What the server will draw for c3, and what it makes of it.
    private static func addDraws(_ needles: inout Needles, _ key: PaillierPublicKey, u: borrowing Scalar) {
        let rr = PreparedNoise.draw(for: key, random: noiseSource())
        let power = key.ring.power(key.ring.element(rr, Integer(0)), publicExponent: key.N.value)
        let rho = Integer.random(bits: Suite.rhoBits, from: answerSource())
        needles.add("r", rr)
        needles.add("r^N, low half", power.low)
        needles.add("r^N, high half", power.high)
        needles.add("ρ", rho)
        needles.add("u + ρq", u.integer + rho * CurveOrder.integer)
    }
}
