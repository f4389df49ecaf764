import TestSupport
import Testing
import Vectors

@_spi(Deterministic) @testable import Crypto

/// Encryption, decryption and what the server does with ciphertexts.
@Suite struct PaillierTests {
    private static func key() throws -> PaillierSecretKey {
        let vector = try GoldenVectors.valid("pi_mod", "suite-1")
        return try PaillierSecretKey(
            p: Integer(bytes: vector.hex("secret", "p")), q: Integer(bytes: vector.hex("secret", "q")), suite: .suite1)
    }

    @Test func whatIsEncryptedIsDecrypted() throws {
        let key = try Self.key()
        let random = VectorRandom(seed: "paillier").stream("round-trips")
        let N = key.publicKey.N.value.duplicate()
        for _ in 0..<8 {
            let m = Integer.random(below: N, from: random), r = Integer.randomUnit(modulo: N, from: random)
            let same = key.decrypt(key.publicKey.encrypt(m, randomness: r)) == m
            #expect(same)
        }
        for m in [0, 1, -1, 65_537] {
            let r = Integer.randomUnit(modulo: N, from: random)
            let same = key.decrypt(key.publicKey.encrypt(Integer(m), randomness: r)) == Integer(m).modulo(N)
            #expect(same)
        }
    }

    @Test func ciphertextsAddAndScale() throws {
        let key = try Self.key()
        let random = VectorRandom(seed: "paillier").stream("homomorphic")
        let N = key.publicKey.N.value.duplicate()
        let a = Integer.random(bits: 500, from: random), b = Integer.random(bits: 500, from: random)
        let v = Integer.random(bits: 256, from: random)
        let ca = key.publicKey.encrypt(a, randomness: .randomUnit(modulo: N, from: random))
        let cb = key.publicKey.encrypt(b, randomness: .randomUnit(modulo: N, from: random))
        let scaled = key.publicKey.ring.powerSecret(ca, v)
        let sum = key.decrypt(key.publicKey.ring.multiply(scaled, cb)) == a * v + b
        #expect(sum)
    }

    @Test func aFreshKeyIsAcceptedByTheServersChecks() throws {
        let random = VectorRandom(seed: "paillier").stream("fresh")
        let key = try PaillierSecretKey.generate(.suite1, random: random)
        _ = try PaillierModulus.check(key.publicKey.encodedN, suite: .suite1, random: random)
        let m = Integer.random(bits: 1024, from: random)
        let r = Integer.randomUnit(modulo: key.publicKey.N.value, from: random)
        let same = key.decrypt(key.publicKey.encrypt(m, randomness: r)) == m
        #expect(same)
    }

    @Test func aPairThatIsNotAKeyIsRefused() throws {
        let random = VectorRandom(seed: "paillier").stream("pairs")
        let p = Prime.random(bits: 1024, from: random), short = Prime.random(bits: 512, from: random)
        let code = CryptoError("PAILLIER_KEY")
        #expect(throws: code) { try Self.make(p, p) }
        #expect(throws: code) { try Self.make(p, short) }
        #expect(throws: code) { try Self.make(p, p + Integer(2)) }
    }

    private static func make(_ p: borrowing Integer, _ q: borrowing Integer) throws {
        _ = try PaillierSecretKey(p: p.duplicate(), q: q.duplicate(), suite: .suite1)
    }
}

/// The server's parameter set and its proof.
@Suite struct RingPedersenTests {
    @Test func aSetIsMadeAndProved() throws {
        let vector = try GoldenVectors.valid("pi_prm", "suite-1")
        let p = Integer(bytes: try vector.hex("secret", "pTilde")),
            q = Integer(bytes: try vector.hex("secret", "qTilde"))
        let random = VectorRandom(seed: "ring-pedersen").stream("set")
        let (parameters, proof) = try PedersenProof.make(suite: .suite1, p: p, q: q, random: random)
        try proof.verify(parameters)
        try PedersenProof(decoding: proof.encoding, suite: .suite1).verify(parameters)
        #expect(parameters.encodedModulus == (try vector.hex("parameters", "modulus")))
        // The proof of one set says nothing about another.
        #expect(throws: CryptoError("PRM_EQUATION")) { try proof.verify(SharedParameters.published) }
        let again = try PedersenProof.make(suite: .suite1, p: p, q: q, random: random).0
        #expect(again.parametersHash != parameters.parametersHash)
    }

    @Test func publishedSetsAreKnown() throws {
        for (family, id) in [("pi_prm", "suite-1"), ("keygen", "two-slots"), ("keygen", "suite-2-sign-only")] {
            let modulus = try GoldenVectors.valid(family, id).hex("parameters", "modulus")
            #expect(PublishedParameters.contains(modulus: modulus))
        }
        #expect(!PublishedParameters.contains(modulus: [UInt8](repeating: 1, count: 256)))
        #expect(PublishedParameters.contains(modulus: try SharedParameters.published.encodedModulus))
    }
}
