import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// Rows 4, 10, 11, 13, 19, 27 and 48: a ckey that does not hold x1, or holds it as something else than a short integer.
@Suite struct ShareEncryptionTests {
    /// A ciphertext that is none.
    @Test(arguments: [
        ("0", "CKEY_RANGE"), ("N", "CKEY_COPRIME"), ("N²", "CKEY_RANGE"), ("N²+1", "CKEY_RANGE"),
        ("kN", "CKEY_COPRIME"), ("multiple of p", "CKEY_COPRIME"),
    ])
    func aCiphertextIsAUnitModuloTheSquare(value: String, code: String) throws {
        let fixture = try KeyFixture.shared
        let N = Integer(bytes: fixture.k3.N), N2 = N * N
        let ckey: Integer
        switch value {
        case "0": ckey = Integer(0)
        case "N": ckey = N.duplicate()
        case "N²": ckey = N2.duplicate()
        case "N²+1": ckey = N2 + Integer(1)
        case "kN": ckey = N * Integer(12345)
        default: ckey = fixture.share.paillier.p * Integer(bytes: fixture.k3.ckey.suffix(64).map { $0 })
        }
        let k3 = K3Member.replace("ckey", in: fixture.k3, by: ckey.bytes(width: Suite.suite1.n2))
        #expect(try AttackedEnrolment.refusal(of: k3) == code)
    }

    /// 1 and N² − 1 are units and encrypt 0: the proof refuses them, whether its maker claims x1 or 0.
    @Test(arguments: [false, true])
    func encryptionsOfZeroAreNotOfTheShare(isMinusOne: Bool) throws {
        let fixture = try KeyFixture.shared,
            key = try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1)
        let ckey = isMinusOne ? key.ring.N2 - Integer(1) : Integer(1)
        let rk = isMinusOne ? key.N.value - Integer(1) : Integer(1)
        let statement = statement(fixture, key: key, ckey: ckey.bytes(width: Suite.suite1.n2))
        let asShare = try DiscreteLogProof.prove(
            statement, x1: fixture.share.x1, rk: rk, random: AttackedEnrolment.random("share"))
        #expect(try refusal(asShare, statement, fixture) == "PDL_EQUATION_CIPHERTEXT")
        let asZero = try ForgedDiscreteLogProof(
            statement: statement, numerator: Integer(0), denominator: 1, rk: rk
        ).prove(order: nil, random: AttackedEnrolment.random("zero"))
        #expect(try refusal(asZero, statement, fixture) == "PDL_EQUATION_CURVE")
    }

    /// x1 + kq with 600 bits signs like x1 and leaks through the wrap modulo N.
    @Test func aShareOfSixHundredBitsIsOutOfRange() throws {
        let fixture = try KeyFixture.shared
        let share = fixture.share.x1.integer + Integer.powerOfTwo(343) * CurveOrder.integer
        #expect(share.bitLength == 600 || share.bitLength == 599)
        let (proof, statement) = try forged(fixture, numerator: share, denominator: 1, order: nil)
        #expect(try refusal(proof, statement, fixture) == "PDL_Z1_RANGE")
    }

    /// The largest slack that the proof leaves: 513 bits, for which ρ has its 768.
    @Test func aShareInsideTheSlackOnlyAddsMultiplesOfTheOrder() throws {
        let fixture = try KeyFixture.shared
        let share = fixture.share.x1.integer + Integer(7) * CurveOrder.integer
        let (proof, statement) = try forged(fixture, numerator: share, denominator: 1, order: nil)
        #expect(try refusal(proof, statement, fixture) == nil)
        #expect(513 + Suite.soundness <= Suite.rhoBits)
    }

    /// x1 as a fraction a/2 or a/3 modulo N (x1 shifted by N/2 or N/3): the range and both other equations hold. Only
    /// the commitment under the verifier's Ñ makes an integer of it.
    @Test(arguments: [2, 3])
    func aFractionIsNoInteger(denominator: Int) throws {
        let fixture = try KeyFixture.shared
        let numerator = fraction(fixture, denominator)
        let (proof, statement) = try forged(fixture, numerator: numerator, denominator: denominator, order: nil)
        #expect(try refusal(proof, statement, fixture) == "PDL_EQUATION_PEDERSEN")
    }

    /// Why Ñ is the verifier's (ZenGo-X lindell_2017): a prover who knows the order of ⟨t⟩ proves the same fraction.
    /// The published sets are refused by `serve` for that reason.
    @Test(arguments: [2, 3])
    func whoeverHasTheFactorsOfTheSetProvesAFraction(denominator: Int) throws {
        let fixture = try KeyFixture.shared
        let secret = try GoldenVectors.valid("pi_prm", "suite-1")
        let set = try secret.hex("parameters", "modulus")
        #expect(set == fixture.parameters.encodedModulus)
        let p = try Integer(bytes: secret.hex("secret", "pTilde")),
            q = try Integer(bytes: secret.hex("secret", "qTilde"))
        let order = PublicConstant(p.shiftedRight(1) * q.shiftedRight(1))
        let numerator = fraction(fixture, denominator)
        let (proof, statement) = try forged(fixture, numerator: numerator, denominator: denominator, order: order)
        #expect(try refusal(proof, statement, fixture) == nil)
        #expect(PublishedParameters.contains(modulus: fixture.parameters.encodedModulus))
    }

    /// A set of the prover's own: its hash is not the one of the enrolment, and K3 has no room for a set.
    @Test func aProofUnderAnotherSetIsRefused() throws {
        let fixture = try KeyFixture.shared
        let own = try RingPedersenParameters(
            suite: .suite1, modulus: fixture.parameters.encodedModulus, s: fixture.parameters.encodedT,
            t: fixture.parameters.encodedS)
        let proof = try DiscreteLogProof.prove(
            .init(
                ssid: fixture.context.ssid, key: try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1),
                ckey: fixture.k3.ckey, Q1: fixture.k3.Q1, parameters: own),
            x1: fixture.share.x1, rk: fixture.share.rk(of: fixture.k3.ckey), random: AttackedEnrolment.random("own set")
        )
        let k3 = K3Member.replace("discreteLogProof", in: fixture.k3, by: proof.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3) == "PDL_EQUATION_CIPHERTEXT")
        #expect(throws: CryptoError("PARAMETERS_HASH")) {
            try ServerKeyGeneration.complete(
                fixture.k3, k1: fixture.k1, context: fixture.context, x2: fixture.x2, parameters: own,
                modulusSeen: { _ in false }, millerRabinBase: Integer(2))
        }
    }

    /// s or t that would bind nobody (CVE-2020-12118).
    @Test func basesThatBindNobodyAreRefused() throws {
        let set = try SharedParameters.published
        let one = Integer(1).bytes(width: 256), zero = Integer(0).bytes(width: 256)
        let last = (set.modulus.value - Integer(1)).bytes(width: 256)
        for (s, t) in [
            (one, set.encodedT), (set.encodedS, one), (zero, set.encodedT), (set.encodedS, zero), (last, set.encodedT),
            (set.encodedS, last), (set.encodedS, set.encodedS), (set.encodedModulus, set.encodedT),
        ] {
            #expect(throws: CryptoError("PRM_BASE")) {
                _ = try RingPedersenParameters(suite: .suite1, modulus: set.encodedModulus, s: s, t: t)
            }
        }
    }

    // MARK: Helpers

    /// a with a/denominator = x1 modulo q and not modulo N.
    private func fraction(_ fixture: KeyFixture, _ denominator: Int) -> Integer {
        let exact = fixture.share.x1.integer * Integer(denominator)
        return exact + CurveOrder.integer
    }

    private func statement(
        _ fixture: KeyFixture, key: PaillierPublicKey, ckey: [UInt8]
    ) -> DiscreteLogProof.Statement {
        DiscreteLogProof.Statement(
            ssid: fixture.context.ssid, key: key, ckey: ckey, Q1: fixture.k3.Q1, parameters: fixture.parameters)
    }

    /// ckey of a fraction, with the proof of somebody who knows it.
    private func forged(
        _ fixture: KeyFixture, numerator: borrowing Integer, denominator: Int, order: PublicConstant?
    ) throws -> (DiscreteLogProof, DiscreteLogProof.Statement) {
        let random = AttackedEnrolment.random("fraction")
        let key = try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1)
        let rk = Integer.randomUnit(modulo: key.N.value, from: random)
        let inverse = Integer(denominator).inverse(modulo: key.N.value) ?? Integer(0)
        let ckey = key.encrypt(numerator * inverse, randomness: rk).bytes(width: Suite.suite1.n2)
        let statement = statement(fixture, key: key, ckey: ckey)
        let prover = ForgedDiscreteLogProof(
            statement: statement, numerator: numerator.duplicate(), denominator: denominator, rk: rk)
        return (try prover.prove(order: order, random: random), statement)
    }

    /// The server's verdict on the whole K3 with this ckey and proof.
    private func refusal(
        _ proof: DiscreteLogProof, _ statement: DiscreteLogProof.Statement, _ fixture: KeyFixture
    ) throws -> String? {
        let k3 = K3Member.replace("ckey", in: fixture.k3, by: statement.ckey)
        return try AttackedEnrolment.refusal(
            of: K3Member.replace("discreteLogProof", in: k3, by: proof.encoding))
    }
}

extension PhoneShare {
    /// rk of a ciphertext, which the holder of the factors can take out of it.
    fileprivate borrowing func rk(of ckey: [UInt8]) -> Integer {
        let N = paillier.publicKey.N
        let order = (paillier.p - Integer(1)) * (paillier.q - Integer(1))
        let noise = Integer(bytes: ckey).modulo(N.value)
        return N.power(noise, N.value.inverse(modulo: order) ?? Integer(0))
    }
}
