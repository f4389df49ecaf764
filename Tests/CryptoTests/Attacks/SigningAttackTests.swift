import Testing

@_spi(Deterministic) @testable import Crypto

/// Rows 1, 20, 21, 22, 26, 43, 50 and 52: what a malicious party can do with the messages of one signature.
@Suite struct SigningAttackTests {
    private static let digest = [UInt8](repeating: 0x42, count: 32)

    // MARK: The failed-signature oracle

    /// CVE-2023-33242: a malicious server makes a c3 that gives a signature exactly when x1 (or x1 − 1) is even. One
    /// of the two must fail, and its failure is the one that locks the phone's key for good; a wrong seal is not.
    @Test func aBitOfTheShareCostsTheKey() throws {
        let run = try SigningFixture("oracle", digest: Self.digest)
        let isOdd = run.key.share.x1.bytes[31] & 1 == 1
        for minus in [0, 1] {
            let c3 = oracle(run, minus: minus)
            let forged = S4(c3: c3, signature: try seal(c3, run))
            if isOdd == (minus == 1) {
                try run.phoneReceives(forged)
            } else {
                #expect(throws: CryptoError("C3_INVALID")) { try run.phoneReceives(forged) }
            }
            // Somebody between the two who knows N and ckey mauls c3 in the same way and cannot seal it.
            #expect(throws: CryptoError("S4_SIGNATURE")) {
                try run.phoneReceives(S4(c3: c3, signature: run.s4.signature))
            }
        }
    }

    /// Enc((x1 − minus)·f/2 + minus·v + u + ρq) with f = 2v modulo q, odd: right only where x1 − minus is even.
    private func oracle(_ run: SigningFixture, minus: Int) -> [UInt8] {
        let key = run.key.share.paillier.publicKey
        let inverse = run.nonce.k2.inverse()
        let v = inverse * Scalar(reducing: run.verified.r) * run.key.x2
        let u = inverse * Scalar(reducing: run.context.digest)
        var factor = (v.integer + v.integer).modulo(CurveOrder.integer)
        if !factor.isOdd { factor = factor + CurveOrder.integer }
        let half = (factor * (Integer(2).inverse(modulo: key.N.value) ?? Integer(0))).modulo(key.N.value)
        let rho = Integer.powerOfTwo(700)
        let rest = Integer(minus) * v.integer + u.integer + rho * CurveOrder.integer
        let c = key.ring.power(Integer(bytes: run.context.ckey), half)
        let shifted = key.ring.multiply(c, key.generatorPower(rest - Integer(minus) * half))
        return shifted.bytes(width: Suite.suite1.n2)
    }

    private func seal(_ c3: [UInt8], _ run: SigningFixture) throws -> [UInt8] {
        let digest = SigningContext.s4Transcript(
            ssid: run.attempt.ssid, R1: run.s3.R1, R2: run.s2.R2, ratchetNext: run.s3.ratchetNext, c3: c3
        ).digest
        return try run.key.core.sign(digest, random: AttackedEnrolment.random("seal"))
    }

    /// c3 that is no ciphertext, under a right seal: the server cheats, and the phone locks.
    @Test(arguments: [
        ("short", "C3_ENCODING"), ("0", "C3_RANGE"), ("N", "C3_COPRIME"), ("N²", "C3_RANGE"), ("N+1", "C3_INVALID"),
        ("p", "C3_COPRIME"),
    ])
    func aSealedC3IsAUnit(value: String, code: String) throws {
        let run = try SigningFixture("c3", digest: Self.digest)
        let N = Integer(bytes: run.context.N)
        let c3: Integer
        switch value {
        case "0": c3 = Integer(0)
        case "N": c3 = N.duplicate()
        case "N²": c3 = N * N
        case "N+1": c3 = N + Integer(1)
        default: c3 = run.key.share.paillier.p.duplicate()
        }
        let bytes = c3.bytes(width: Suite.suite1.n2 - (value == "short" ? 1 : 0))
        #expect(throws: CryptoError(code)) { try run.phoneReceives(S4(c3: bytes, signature: seal(bytes, run))) }
    }

    // MARK: Signatures

    @Test func theAssembledSignatureIsCanonical() throws {
        let run = try SigningFixture("finish", digest: Self.digest)
        let zero = [UInt8](repeating: 0, count: 32), ones = [UInt8](repeating: 0xFF, count: 32)
        let order = CurveOrder.integer.bytes(width: 32)
        func expect(_ r: [UInt8], _ s: [UInt8], _ code: String) {
            #expect(throws: CryptoError(code)) { try run.serverReceives(S5(attempt: run.s5.attempt, r: r, s: s)) }
        }
        for r in [zero, ones, order, run.s5.s] { expect(r, run.s5.s, "R_MISMATCH") }
        for s in [zero, ones, order] { expect(run.s5.r, s, "S_RANGE") }
        let high = try Scalar(bytes: run.s5.s).negated().bytes
        let isAccepted = ECDSA.isValid(r: run.s5.r, s: high, digest: Self.digest, publicKey: run.context.Q)
        #expect(isAccepted)
        expect(run.s5.r, high, "S_NOT_LOW")
        expect(run.s5.r, run.s5.r, try Scalar(bytes: run.s5.r).isLow ? "SIGNATURE_INVALID" : "S_NOT_LOW")
        // CVE-2022-21449: (0, 0) and (q, q) verify nowhere.
        for value in [zero, order, ones] {
            let verifies = ECDSA.isValid(r: value, s: value, digest: Self.digest, publicKey: run.context.Q)
            #expect(!verifies)
        }
    }

    // MARK: Another digest

    /// The digest is fixed in S1: it is in sid1, so in the commitment, the attempt and every proof of S3.
    @Test func anotherDigestNeedsAnotherRun() throws {
        let run = try SigningFixture("digest", digest: Self.digest)
        let other = [UInt8](repeating: 0x43, count: 32)
        #expect(throws: CryptoError("DIGEST_MISMATCH")) {
            try run.serverReceives(S3Member.replace("digest", in: run.s3, by: other))
        }
        // A server that commits the phone to another digest: the phone sees it before it asks for the PIN.
        let context = try run.key.signingContext(other)
        let committed = try ServerSigning.commit(
            run.phone.s1, context: context, signCounter: 7, x2: run.key.x2, core: run.key.core,
            random: AttackedEnrolment.random("swap"))
        #expect(throws: CryptoError("DIGEST_MISMATCH")) { try run.phoneReceives(committed.s2) }
        // One S3, two digests: the second one meets another session id, whatever is sent with it.
        let attempt = ServerSigning.Attempt(context: context, s1: run.attempt.s1, ssid: run.attempt.ssid)
        let s3 = S3Member.replace("digest", in: run.s3, by: other)
        #expect(throws: CryptoError("SG_COMMITMENT")) {
            _ = try ServerSigning.verify(s3, attempt: attempt, nonce: run.nonce, ratchet: run.ratchet)
        }
    }

    /// A counter that does not grow: a server that was restored from a backup.
    @Test func anOldCounterIsRefused() throws {
        let run = try SigningFixture("counter", digest: Self.digest)
        for last in [UInt64(7), 8, .max] {
            #expect(throws: CryptoError("COUNTER_NOT_INCREASING")) {
                _ = try run.phone.accept(run.s2, lastSignCounter: last, core: run.key.core.verifyingKey)
            }
        }
    }

    /// Nobody but the pinned core key speaks for the server, and nothing of S2 can be changed under its seal.
    @Test func onlyTheCoreKeySpeaksForTheServer() throws {
        let run = try SigningFixture("seal", digest: Self.digest)
        let stranger = try CoreKey(secret: CoreKey.generate(random: AttackedEnrolment.random("stranger")))
        #expect(throws: CryptoError("S2_SIGNATURE")) {
            _ = try run.phone.accept(run.s2, lastSignCounter: 6, core: stranger.verifyingKey)
        }
        let high =
            Array(run.s2.signature.prefix(32))
            + (try Scalar(bytes: Array(run.s2.signature.suffix(32))).negated().bytes)
        // Both halves in their places and a byte between them.
        let wide = Array(run.s2.signature.prefix(32)) + [0] + Array(run.s2.signature.suffix(32))
        for signature in [high, wide, [], Array(run.s2.signature.dropLast()), [UInt8](repeating: 0, count: 64)] {
            #expect(throws: CryptoError("S2_SIGNATURE")) {
                try run.phoneReceives(S2Member.replace("signature", in: run.s2, by: signature))
            }
        }
    }

    // MARK: Randomness of c3

    /// What `NoiseSymbolTests` would meet in a "fast" generator that draws squares: the parity of v lies open
    /// (threshold-ecdsa E.3).
    @Test func squaresAsNoiseWouldShowTheParity() throws {
        let run = try SigningFixture("squares", digest: Self.digest)
        let key = run.key.share.paillier.publicKey, random = AttackedEnrolment.random("squares")
        let p = run.key.share.paillier.p.duplicate(), q = run.key.share.paillier.q.duplicate()
        let rk = Integer(bytes: run.context.ckey)
        let prime = rk.modulo(p).jacobi(p) == -1 ? p.duplicate() : q.duplicate()
        let seesParity = rk.modulo(prime).jacobi(prime) == -1
        for index in 0..<8 {
            let root = Integer.randomUnit(modulo: key.N.value, from: random)
            let noise = PreparedNoise(key: key, rr: key.N.multiply(root, root))
            let v = Integer(1000 + index)
            let noisePower = key.ring.integer(noise.power)
            let c3 = key.ring.multiply(key.ring.power(rk, v), noisePower)
            let symbol = c3.modulo(prime).jacobi(prime)
            if seesParity { #expect(symbol == (v.isOdd ? -1 : 1)) }
        }
    }

    /// Two c3 of one key never share their noise: their quotient would be a relation of v alone.
    @Test func noiseIsNeverUsedTwice() throws {
        let run = try SigningFixture("twice", digest: Self.digest)
        let random = AttackedEnrolment.random("twice")
        let key = run.key.share.paillier.publicKey
        var seen: Set<[UInt8]> = [run.s4.c3]
        for _ in 0..<4 {
            let s4 = try ServerSigning.answer(
                run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
                x2: run.key.x2, key: key, noise: nil, core: run.key.core, random: random)
            #expect(seen.insert(s4.c3).inserted)
        }
    }

    // MARK: Nonces

    /// A generator that always says the same does not repeat k2: it is derived from x2, the run and the digest too.
    @Test func aBrokenGeneratorDoesNotRepeatANonce() throws {
        let run = try SigningFixture("hedged", digest: Self.digest)
        var seen: Set<[UInt8]> = []
        for (nonce, digest) in [(UInt8(1), UInt8(1)), (2, 1), (1, 2)] {
            let context = try run.key.signingContext([UInt8](repeating: digest, count: 32))
            let s1 = S1(nonce: [UInt8](repeating: nonce, count: 32), commitment: run.phone.s1.commitment)
            let committed = try ServerSigning.commit(
                s1, context: context, signCounter: 1, x2: run.key.x2, core: run.key.core, random: StuckRandom())
            #expect(seen.insert(committed.s2.R2).inserted)
        }
        // And another share gives another nonce for the same run.
        let other = try ServerSigning.commit(
            S1(nonce: [UInt8](repeating: 1, count: 32), commitment: run.phone.s1.commitment),
            context: run.key.signingContext([UInt8](repeating: 1, count: 32)), signCounter: 1,
            x2: run.key.share.x1, core: run.key.core, random: StuckRandom())
        #expect(seen.insert(other.s2.R2).inserted)
    }

    private struct StuckRandom: RandomSource {
        func fill(_ buffer: UnsafeMutableRawBufferPointer) {
            for index in buffer.indices { buffer[index] = 0x55 }
        }
    }
}
