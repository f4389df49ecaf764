import TestSupport
import Testing
import Vectors

@_spi(Deterministic) @testable import Crypto

/// Two parties sign what one would.
@Suite struct ThresholdSignatureTests {
    @Test(arguments: 0..<6)
    func twoPartiesSignWhatOneWould(round: Int) throws {
        let digest = fresh(32, from: VectorRandom(seed: "threshold").stream("digest/\(round)"))
        let run = try SigningFixture("equal/\(round)", digest: digest)
        let x = run.key.share.x1 * run.key.x2, k = run.phone.k1 * run.nonce.k2
        let single = ECDSA.sign(digest: digest, key: x, nonce: k)
        #expect(run.s5.r + run.s5.s == single)
        try run.serverReceives(run.s5)
        let accepts = try SecondOpinion.opensslAccepts(
            point: run.context.Q.encoding, digest: digest, r: run.s5.r, s: run.s5.s)
        #expect(accepts)
        var other = digest
        other[31] ^= 1
        let refuses = try SecondOpinion.opensslAccepts(
            point: run.context.Q.encoding, digest: other, r: run.s5.r, s: run.s5.s)
        #expect(!refuses)
    }

    @Test(arguments: 0..<20)
    func thePlaintextStaysFarBelowN(round: Int) throws {
        let run = try SigningFixture("plaintext/\(round)", digest: [UInt8](repeating: UInt8(round), count: 32))
        let paillier = run.key.share.paillier.publicKey
        let plaintext = run.key.share.paillier.decrypt(try paillier.decodeCiphertext(run.s4.c3))
        let bits = plaintext.bitLength
        #expect(bits <= 1026)
        #expect(bits > 900)
        // Dec(c3) = k1 s mod q, up to the sign that low s has changed.
        let reduced = DiscreteLogProof.scalar(plaintext)
        let s = try Scalar(bytes: run.s5.s)
        let product = run.phone.k1 * s
        let equal = product == reduced || product.negated() == reduced
        #expect(equal)
        let isLow = s.isLow
        #expect(isLow)
    }

    @Test func preparedNoiseGivesASignatureToo() throws {
        let run = try SigningFixture("noise", digest: [UInt8](repeating: 9, count: 32))
        let random = VectorRandom(seed: "threshold").stream("noise")
        let key = try PaillierPublicKey(N: Integer(bytes: run.key.verified.N), suite: .suite1)
        let s4 = try ServerSigning.answer(
            run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
            x2: run.key.x2, key: key, noise: PreparedNoise(key: key, random: random), core: run.key.core, random: random
        )
        #expect(s4.c3 != run.s4.c3)
        let s5 = try run.phone.finish(
            s4, run.accepted, s3: run.s3, share: run.key.share, core: run.key.core.verifyingKey)
        #expect(s5 == run.s5)
    }

    /// The two ways to c3 give the same bytes for the same randomness, whatever computes them.
    @Test(arguments: ModularKernel.allCases.filter(\.isAvailable))
    func noiseAheadAndJointGiveTheSameAnswer(kernel: ModularKernel) throws {
        let run = try SigningFixture("modes", digest: [UInt8](repeating: 3, count: 32))
        let random = VectorRandom(seed: "threshold").stream("modes")
        let N = Integer(bytes: run.key.verified.N), rho = Integer.random(bits: Suite.rhoBits, from: random)
        let rr = Integer.random(below: N, from: random)
        let key = try PaillierPublicKey(N: N, suite: .suite1, kernel: kernel)
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (digest) throws(CryptoError) in digest }
        let ahead = try ServerSigning.answer(
            run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
            x2: run.key.x2, key: key, rho: rho, noise: PreparedNoise(key: key, rr: rr), sign: sign)
        let joint = try ServerSigning.answer(
            run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
            x2: run.key.x2, key: key, rho: rho, rr: rr, sign: sign)
        #expect(ahead == joint)
        // The formula with plain powers.
        let plain = try Modulus(N * N)
        let inverse = run.nonce.k2.inverse()
        let v = inverse * Scalar(reducing: run.verified.r) * run.key.x2
        let u = inverse * Scalar(reducing: run.context.digest)
        let affine = (Integer(1) + (u.integer + rho * CurveOrder.integer) * N).modulo(plain.value)
        let power = plain.multiply(plain.power(Integer(bytes: run.context.ckey), v.integer), plain.power(rr, N))
        let isEqual = Integer(bytes: joint.c3) == plain.multiply(power, affine)
        #expect(isEqual)
    }

    @Test func noAnswerUnderAnotherModulus() throws {
        let run = try SigningFixture("other-modulus", digest: [UInt8](repeating: 7, count: 32))
        let random = VectorRandom(seed: "threshold").stream("other-modulus")
        let N = try GoldenVectors.valid("pi_mod", "suite-1").hex("N")
        let other = try PaillierPublicKey(N: Integer(bytes: N), suite: .suite1)
        #expect(throws: CryptoError("KEY_MISMATCH")) {
            try ServerSigning.answer(
                run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
                x2: run.key.x2, key: other, noise: nil, core: run.key.core, random: random)
        }
    }

    @Test func noAnswerWithTheNoiseOfAnotherKey() throws {
        let run = try SigningFixture("other-noise", digest: [UInt8](repeating: 7, count: 32))
        let random = VectorRandom(seed: "threshold").stream("other-noise")
        let N = try GoldenVectors.valid("pi_mod", "suite-1").hex("N")
        let other = try PaillierPublicKey(N: Integer(bytes: N), suite: .suite1)
        let own = try KeyFixture.shared.share.paillier.publicKey
        #expect(throws: CryptoError("KEY_MISMATCH")) {
            try ServerSigning.answer(
                run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
                x2: run.key.x2, key: own, noise: PreparedNoise(key: other, random: random), core: run.key.core,
                random: random)
        }
    }

    @Test func theReportOfAWrongC3IsBoundToIt() throws {
        let run = try SigningFixture("report", digest: [UInt8](repeating: 8, count: 32))
        let random = VectorRandom(seed: "threshold").stream("report")
        let statement = run.context.proofOfC3Invalid(ssid: run.attempt.ssid, c3: run.s4.c3)
        let proof = try SchnorrProof.prove(statement, secret: run.key.share.x1, random: random).encoding
        try ServerSigning.checkC3Invalid(proof: proof, ssid: run.attempt.ssid, c3: run.s4.c3, context: run.context)
        var other = run.s4.c3
        other[5] ^= 1
        #expect(throws: CryptoError("DL_C3_INVALID")) {
            try ServerSigning.checkC3Invalid(proof: proof, ssid: run.attempt.ssid, c3: other, context: run.context)
        }
        #expect(throws: CryptoError("DL_C3_INVALID")) {
            try ServerSigning.checkC3Invalid(
                proof: run.s3.shareProof, ssid: run.attempt.ssid, c3: run.s4.c3, context: run.context)
        }
    }

    @Test func everySlotSignsItsSchemesOnly() throws {
        let allowed: [Slot: Set<SigningScheme>] = [
            .authentication: [.acspV2, .acspV2SPKI, .activation, .refresh, .possession],
            .signature: [.rawDigest, .activation, .possession],
        ]
        for slot in Slot.allCases {
            for scheme in [SigningScheme.acspV2, .acspV2SPKI, .rawDigest, .activation, .refresh, .possession] {
                #expect(scheme.isAllowed(for: slot) == (allowed[slot]?.contains(scheme) ?? false))
            }
        }
    }
}
