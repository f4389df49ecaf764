import Testing

@_spi(Deterministic) @testable import Crypto

/// The phone takes the roots of Π_mod modulo each of its primes. One that is right modulo p and wrong modulo q factors
/// N for whoever sees it (Boneh, DeMillo, Lipton, Eurocrypt 1997), and with the factors the server reads x1 from ckey.
@Suite struct FaultyRootTests {
    /// A key whose q has been damaged: roots modulo p are right, those modulo q are none.
    private static func damagedKey() throws -> PaillierSecretKey {
        let random = AttackedEnrolment.random("damaged prime")
        let p = try KeyFixture.shared.share.paillier.p.duplicate()
        while true {
            let q = Integer.random(bits: 1020, from: random) * Integer(4) + Integer(3) + Integer.powerOfTwo(1023)
            guard q.bitLength == 1024, !q.isProbablePrime, q.isCoprime(to: p - Integer(1)) else { continue }
            if let key = try? PaillierSecretKey(p: p.duplicate(), q: q, suite: .suite1) { return key }
        }
    }

    @Test func aRootThatIsWrongModuloOnePrimeNeverLeaves() throws {
        let key = try Self.damagedKey()
        let ssid = [UInt8](repeating: 3, count: 32)
        #expect(throws: CryptoError("PAILLIER_KEY")) {
            _ = try ModulusProof.prove(ssid: ssid, key: key, random: AttackedEnrolment.random("faulty proof"))
        }
    }

    /// What such a root shows: the prime modulo which it is right.
    @Test func oneSuchRootIsAFactor() throws {
        let fixture = try KeyFixture.shared
        let key = try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1)
        let proof = try ModulusProof(decoding: fixture.k3.modulusProof, suite: .suite1)
        let p = fixture.share.paillier.p.duplicate(), q = fixture.share.paillier.q.duplicate()
        // A bit of the root modulo q flips before the two halves are put together.
        let root = Integer(bytes: proof.x[0]), delta = p * (p.inverse(modulo: q) ?? Integer(0))
        let faulty = (root + delta).modulo(key.N.value)
        let right = key.N.multiply(root, root), wrong = key.N.multiply(faulty, faulty)
        let difference = key.N.multiply(right, right) - key.N.multiply(wrong, wrong)
        let factor = difference.gcd(key.N.value)
        let isPrime = factor == p
        #expect(isPrime)
    }
}
