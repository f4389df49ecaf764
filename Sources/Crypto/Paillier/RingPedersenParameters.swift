/// The server's ring-Pedersen set (Ñ, s, t): commitments s^x t^r mod Ñ in Π_fac and Π_pdl.
///
/// It is the **verifier's**: with known φ(Ñ) a prover could break the range claims. The server proves with Π_prm that s
/// lies in ⟨t⟩; the phone pins `parametersHash`.
public final class RingPedersenParameters: Sendable {
    public let suite: Suite
    /// Ñ
    public let modulus: Modulus
    public let s: Integer
    public let t: Integer
    /// s^-1 and t^-1 modulo Ñ, for negative exponents.
    let sInverse: Integer
    let tInverse: Integer
    /// H("parameters", suite, Ñ, s, t), 32 bytes.
    public let parametersHash: [UInt8]
    /// The bases of every commitment, ready for the verifier's long exponents: 300 KB and 7 ms for suite 1.
    private let sPowers: FixedBase
    private let tPowers: FixedBase

    /// - Parameters:
    ///   - modulus: `suite.n` bytes; `s` and `t` likewise
    /// - Throws: `PRM_ENCODING`, `PRM_MODULUS`, `PRM_BASE`: the first checks of Π_prm (wire appendix §6.5).
    public init(suite: Suite, modulus: [UInt8], s: [UInt8], t: [UInt8]) throws(CryptoError) {
        guard holds("PRM_ENCODING/modulus", modulus.count == suite.n), holds("PRM_ENCODING/s", s.count == suite.n),
            holds("PRM_ENCODING/t", t.count == suite.n)
        else {
            throw CryptoError("PRM_ENCODING", "Ñ, s and t have \(suite.n) bytes")
        }
        let Nt = Integer(bytes: modulus)
        guard Nt.isOdd, holds("PRM_MODULUS/bits", Nt.bitLength == suite.modulusBits) else {
            throw CryptoError("PRM_MODULUS", "Ñ is odd and has exactly \(suite.modulusBits) bits")
        }
        let sValue = Integer(bytes: s), tValue = Integer(bytes: t)
        let last = Nt - Integer(1)
        guard holds("PRM_BASE/s-low", sValue > Integer(1)), holds("PRM_BASE/s-high", sValue < last),
            holds("PRM_BASE/t-low", tValue > Integer(1)), holds("PRM_BASE/t-high", tValue < last),
            holds("PRM_BASE/equal", sValue != tValue),
            let sInverse = sValue.inverse(modulo: Nt), let tInverse = tValue.inverse(modulo: Nt)
        else { throw CryptoError("PRM_BASE", "s and t are units, not ±1, and differ") }
        let ring = try Modulus(Nt)
        // The longest: e·N of Π_fac for s, v − e·sigma of Π_fac for t.
        self.sPowers = FixedBase(sValue, modulus: ring, bits: Suite.soundness + suite.modulusBits)
        self.tPowers = FixedBase(tValue, modulus: ring, bits: 2 * suite.modulusBits + 2 * Suite.slack + 3)
        self.suite = suite
        self.modulus = ring
        self.s = sValue
        self.t = tValue
        self.sInverse = sInverse
        self.tInverse = tInverse
        var transcript = Transcript("parameters")
        transcript.append(suite.number)
        transcript.append(modulus)
        transcript.append(s)
        transcript.append(t)
        self.parametersHash = transcript.digest
    }

    public var encodedModulus: [UInt8] { modulus.value.bytes(width: suite.n) }
    public var encodedS: [UInt8] { s.bytes(width: suite.n) }
    public var encodedT: [UInt8] { t.bytes(width: suite.n) }

    /// s^x t^r mod Ñ in time that depends on the sizes only, for the prover.
    /// - Parameters:
    ///   - x: any integer; r likewise: a negative exponent uses the inverse
    func commit(_ x: borrowing Integer, _ r: borrowing Integer) -> Integer {
        modulus.multiplySecret(power(s, sInverse, x), power(t, tInverse, r))
    }

    private func power(
        _ base: borrowing Integer, _ inverse: borrowing Integer, _ exponent: borrowing Integer
    ) -> Integer {
        exponent.isNegative ? modulus.powerSecret(inverse, -exponent) : modulus.powerSecret(base, exponent)
    }

    /// s^x t^r mod Ñ, variable time, for the verifier.
    func openCommitment(_ x: borrowing Integer, _ r: borrowing Integer) -> Integer {
        let zero = Integer(0), xSize = x.magnitude, rSize = r.magnitude
        guard sPowers.reaches(xSize), tPowers.reaches(rSize) else {
            // Beyond the bounds of the proofs, which are checked before: right all the same.
            return modulus.power2(
                x.isNegative ? sInverse.duplicate() : s.duplicate(), xSize,
                r.isNegative ? tInverse.duplicate() : t.duplicate(), rSize)
        }
        switch (x.isNegative, r.isNegative) {
        case (false, false): return sPowers.product(xSize, tPowers, rSize)
        case (true, true): return inverse(sPowers.product(xSize, tPowers, rSize))
        case (true, false):
            let under = inverse(sPowers.product(xSize, tPowers, zero))
            return modulus.multiply(under, sPowers.product(zero, tPowers, rSize))
        case (false, true):
            let under = inverse(sPowers.product(zero, tPowers, rSize))
            return modulus.multiply(under, sPowers.product(xSize, tPowers, zero))
        }
    }

    /// Of a product of s and t, which are units.
    private func inverse(_ value: borrowing Integer) -> Integer {
        guard let inverse = value.inverse(modulo: modulus.value) else { preconditionFailure("s and t are units") }
        return inverse
    }

    /// Whether v lies in (0, Ñ).
    func contains(_ v: borrowing Integer) -> Bool { v.sign > 0 && v < modulus.value }
}
