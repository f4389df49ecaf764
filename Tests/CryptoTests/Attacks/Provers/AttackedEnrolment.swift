import Vectors

@_spi(Deterministic) @testable import Crypto

/// K3 of the shared key with parts of an attacker's, each with the best proof that he can make for it.
enum AttackedEnrolment {
    static func random(_ label: String) -> VectorRandomStream { VectorRandom(seed: "attacks").stream(label) }

    /// K3 under a bad modulus, with a Π_mod and a Π_fac by somebody who knows its factors, and a ckey and Π_pdl by
    /// somebody who knows x1.
    /// - Parameter split: how many of the factors make the first of the two numbers that Π_fac is about
    static func k3(modulus: BadModulus, split: Int = 1) throws -> K3Slot {
        let fixture = try KeyFixture.shared, source = random(modulus.name)
        let first = BadModulus(factors: Array(modulus.factors.prefix(split)), name: "")
        let N = modulus.N, p = first.N
        let q = N.dividedExactly(by: p)
        let key = try PaillierPublicKey(N: N, suite: .suite1)
        let rk = Integer.randomUnit(modulo: N, from: source)
        let x1 = fixture.share.x1.integer
        let ckey = key.encrypt(x1, randomness: rk).bytes(width: Suite.suite1.n2)
        let modulusProof = try ForgedModulusProof.prove(modulus, ssid: fixture.context.ssid, random: source)
        let smallFactorProof = ForgedSmallFactorProof.prove(
            ssid: fixture.context.ssid, encodedN: modulus.encodedN, p: p, q: q, parameters: fixture.parameters,
            random: source)
        let discreteLogProof = try DiscreteLogProof.prove(
            .init(
                ssid: fixture.context.ssid, key: key, ckey: ckey, Q1: fixture.k3.Q1, parameters: fixture.parameters),
            x1: fixture.share.x1, rk: rk, random: source)
        let changes = [
            ("N", modulus.encodedN), ("ckey", ckey), ("modulusProof", modulusProof.encoding),
            ("smallFactorProof", smallFactorProof.encoding), ("discreteLogProof", discreteLogProof.encoding),
        ]
        return changes.reduce(fixture.k3) { K3Member.replace($1.0, in: $0, by: $1.1) }
    }

    /// The step of the server on K3, and the code of its refusal.
    static func refusal(
        of k3: K3Slot, k1: K1Slot? = nil, context: KeyGenerationContext? = nil, x2: borrowing Scalar,
        seen: Bool = false
    ) throws -> String? {
        let fixture = try KeyFixture.shared
        do throws(CryptoError) {
            _ = try ServerKeyGeneration.complete(
                k3, k1: k1 ?? fixture.k1, context: context ?? fixture.context, x2: x2,
                parameters: fixture.parameters, modulusSeen: { _ in seen }, millerRabinBase: Integer(2))
            return nil
        } catch { return error.code }
    }

    static func refusal(
        of k3: K3Slot, k1: K1Slot? = nil, context: KeyGenerationContext? = nil, seen: Bool = false
    ) throws -> String? {
        try refusal(of: k3, k1: k1, context: context, x2: KeyFixture.shared.x2, seen: seen)
    }

    /// The context of the shared key with one member changed.
    static func context(_ change: (inout Parts) -> Void) throws -> KeyGenerationContext {
        let own = try KeyFixture.shared.context
        var parts = Parts(
            enrolmentId: own.enrolmentId, documentNumber: own.documentNumber, slot: own.slot, nonceP1: own.nonceP1,
            nonceP2: own.nonceP2, keyId: own.keyId)
        change(&parts)
        return KeyGenerationContext(
            enrolmentId: parts.enrolmentId, documentNumber: parts.documentNumber, slot: parts.slot, suite: own.suite,
            nonceP1: parts.nonceP1, nonceP2: parts.nonceP2, parametersHash: own.parametersHash, keyId: parts.keyId)
    }

    struct Parts {
        var enrolmentId: String
        var documentNumber: String
        var slot: Slot
        var nonceP1: [UInt8]
        var nonceP2: [UInt8]
        var keyId: String
    }
}
