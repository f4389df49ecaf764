import Testing

@_spi(Deterministic) @testable import Crypto

/// Rows 2, 3, 4, 14, 45 and 47: a Paillier modulus that gives x1 away, with the best proofs that its maker can give.
@Suite struct BadModulusTests {
    @Test func theHonestModulusOfTheseTestsPasses() throws {
        #expect(try AttackedEnrolment.refusal(of: KeyFixture.shared.k3) == nil)
    }

    @Test func sixteenBitFactorsAreFoundByTrialDivision() throws {
        let k3 = try AttackedEnrolment.k3(modulus: .sixteenBitFactors, split: 8)
        #expect(try AttackedEnrolment.refusal(of: k3) == "N_SMALL_FACTOR")
    }

    /// Above the bound of trial division an honest Π_mod passes: only Π_fac is left.
    @Test(arguments: [BadModulus.seventeenBitFactor, .sixtyFourBitFactor])
    func aSmallFactorAboveTrialDivisionFailsSmallFactorProof(modulus: BadModulus) throws {
        let fixture = try KeyFixture.shared
        let k3 = try AttackedEnrolment.k3(modulus: modulus)
        let key = try PaillierPublicKey(N: modulus.N, suite: .suite1)
        try ModulusProof(decoding: k3.modulusProof, suite: .suite1).verify(ssid: fixture.context.ssid, key: key)
        #expect(try AttackedEnrolment.refusal(of: k3) == "FAC_Z_RANGE")
    }

    /// Two numbers of the right length that are not the factors: the third equation.
    @Test func falseFactorsFailSmallFactorProof() throws {
        let fixture = try KeyFixture.shared, modulus = BadModulus.seventeenBitFactor
        let near = Integer.powerOfTwo(1023) + Integer(3)
        let proof = ForgedSmallFactorProof.prove(
            ssid: fixture.context.ssid, encodedN: modulus.encodedN, p: near, q: near, parameters: fixture.parameters,
            random: AttackedEnrolment.random("false factors"))
        let honest = try AttackedEnrolment.k3(modulus: modulus)
        let k3 = K3Member.replace("smallFactorProof", in: honest, by: proof.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3) == "FAC_EQUATION_N")
    }

    /// Π_fac is about two numbers, not about two primes: it passes, and the fourth roots do not exist.
    @Test(arguments: [(BadModulus.threePrimes, 2), (.fourPrimes, 2)])
    func moreThanTwoPrimesFailTheFourthRoots(modulus: BadModulus, split: Int) throws {
        #expect(
            try AttackedEnrolment.refusal(of: AttackedEnrolment.k3(modulus: modulus, split: split))
                == "MOD_FOURTH_ROOT")
    }

    /// p²q is 1 modulo 4 only when q is, and then half of the fourth roots are missing.
    @Test func squareTimesPrimeFailsTheFourthRoots() throws {
        let k3 = try AttackedEnrolment.k3(modulus: .squareTimesPrime)
        #expect(try AttackedEnrolment.refusal(of: k3) == "MOD_FOURTH_ROOT")
    }

    /// p³q has every fourth root: only the N-th roots refuse it.
    @Test func cubeTimesPrimeFailsTheNthRoots() throws {
        let modulus = BadModulus.cubeTimesPrime
        var k3 = try AttackedEnrolment.k3(modulus: modulus)
        let fixture = try KeyFixture.shared
        let square = BadModulus(factors: [(modulus.factors[0].prime, 2)], name: "").N
        let rest = modulus.N.dividedExactly(by: square)
        let proof = ForgedSmallFactorProof.prove(
            ssid: fixture.context.ssid, encodedN: modulus.encodedN, p: square, q: rest,
            parameters: fixture.parameters, random: AttackedEnrolment.random("p² and pq"))
        k3 = K3Member.replace("smallFactorProof", in: k3, by: proof.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3) == "MOD_NTH_ROOT")
    }

    /// One prime of two is 1 modulo 4: N is 3 modulo 4.
    @Test func aPrimeThatIsOneModuloFourIsRefused() throws {
        let k3 = try AttackedEnrolment.k3(modulus: .notBlum)
        #expect(try AttackedEnrolment.refusal(of: k3) == "N_MOD4")
    }

    /// Nothing else of K3 has to be right: these are refused before any proof is looked at.
    @Test(arguments: [
        (BadModulus.prime, "N_PRIME"), (.square, "N_PERFECT_POWER"), (.even, "N_EVEN"), (.shortByABit, "N_SIZE"),
    ])
    func formIsCheckedBeforeAnyProof(modulus: BadModulus, code: String) throws {
        let k3 = K3Member.replace("N", in: try KeyFixture.shared.k3, by: modulus.encodedN)
        #expect(try AttackedEnrolment.refusal(of: k3) == code)
    }

    /// A prime N that is 5 modulo 8 has all roots (coinbase/cb-mpc#91): −1 is a square and no fourth power there, w no
    /// square, so that one of the four twists of every y is a fourth power. Π_mod passes as it is; only the
    /// Miller-Rabin round, and Π_fac behind it, refuse.
    @Test func aPrimeModulusHasEveryRootOfItsProof() throws {
        let fixture = try KeyFixture.shared, modulus = BadModulus.prime
        let proof = try ForgedModulusProof.prove(
            modulus, ssid: fixture.context.ssid, random: AttackedEnrolment.random("prime proof"))
        let key = try PaillierPublicKey(N: modulus.N, suite: .suite1)
        try proof.verify(ssid: fixture.context.ssid, key: key)
    }

    /// A modulus that does not fit its field never reaches any arithmetic.
    @Test func lengthIsCheckedBeforeArithmetic() throws {
        let fixture = try KeyFixture.shared
        let long = BadModulus.longByABit.bytes(257), honest = fixture.k3.N
        for bytes in [long, honest + [1], Array(honest.dropLast()), [], [UInt8](repeating: 0xFF, count: 4096)] {
            let k3 = K3Member.replace("N", in: fixture.k3, by: bytes)
            #expect(try AttackedEnrolment.refusal(of: k3) == "N_ENCODING")
        }
        for value in [0, 1, 2, 3] {
            let k3 = K3Member.replace("N", in: fixture.k3, by: Integer(value).bytes(width: 256))
            let code = try AttackedEnrolment.refusal(of: k3)
            #expect(code == (value % 2 == 0 ? "N_EVEN" : "N_SIZE"))
        }
    }
}

extension BadModulus: CustomTestStringConvertible {
    var testDescription: String { name }
}
