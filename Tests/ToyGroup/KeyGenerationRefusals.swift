@_spi(Deterministic) import Crypto

/// What a phone may send instead of an honest K3.
enum KeyGenerationRefusals {
    static func run(_ key: EnrolledKey, _ tally: Tally) throws(CryptoError) {
        otherPoints(key, tally)
        otherCiphertexts(key, tally)
        moduli(key, tally)
        changedBytes(key, tally)
        try otherShares(key, tally)
    }

    private static func otherPoints(_ key: EnrolledKey, _ tally: Tally) {
        for k in Value.units {
            if k != key.x1 { refuse(key, replacing(key.k3, Q1: Value.point(k)), "KG_COMMITMENT", "other Q1", tally) }
            let isRight = k == key.x1 * key.x2 % Oracle.q
            refuse(key, replacing(key.k3, Q: Value.point(k)), isRight ? nil : "Q_MISMATCH", "other Q", tally)
        }
        for z in 0..<32 {
            let isRight = Array(key.k3.proof.suffix(32)) == Value.bytes(z)
            let proof = Array(key.k3.proof.dropLast(32)) + Value.bytes(z)
            refuse(
                key, replacing(key.k3, proof: proof), isRight ? nil : "DL_KG_Q1", "other responses of kg-Q1", tally)
        }
    }

    private static func refuse(
        _ key: EnrolledKey, _ k3: K3Slot, _ code: String?, _ name: String, _ tally: Tally
    ) {
        tally.expect("K3: \(name)", code: code, "x1 \(key.x1) x2 \(key.x2)") { () throws(CryptoError) in
            _ = try key.serverReceives(k3)
        }
    }

    private static func otherCiphertexts(_ key: EnrolledKey, _ tally: Tally) {
        let N = key.paillier.N.value.duplicate(), N2 = N * N, p = key.share.paillier.p.duplicate()
        let width = Suite.suite1.n2
        let send = { (ckey: [UInt8], code: String) in
            refuse(key, replacing(key.k3, ckey: ckey), code, "other ckey", tally)
        }
        send(Integer(0).bytes(width: width), "CKEY_RANGE")
        send(N2.bytes(width: width), "CKEY_RANGE")
        send((N2 + Integer(1)).bytes(width: width), "CKEY_RANGE")
        send(N.bytes(width: width), "CKEY_COPRIME")
        send(p.bytes(width: width), "CKEY_COPRIME")
        send(Integer(1).bytes(width: width), "PDL_EQUATION_CIPHERTEXT")
        send(Array(key.k3.ckey.dropLast()), "CKEY_ENCODING")
        tally.expect("K3: N seen before", code: "N_SEEN", "N") { () throws(CryptoError) in
            _ = try key.serverReceives(key.k3, seen: true)
        }
    }

    /// N of every wrong kind at this size.
    private static func moduli(_ key: EnrolledKey, _ tally: Tally) {
        let random = SeededSource("moduli \(key.x1)"), bits = Suite.suite1.modulusBits
        let p = key.share.paillier.p.duplicate(), N = key.paillier.N.value.duplicate()
        let check = { (N: borrowing Integer, code: String) in
            let bytes = N.bytes(width: Suite.suite1.n)
            tally.expect("N of a wrong kind", code: code, code) { () throws(CryptoError) in
                _ = try PaillierModulus.check(bytes, suite: .suite1, random: random)
            }
        }
        check(N - Integer(1), "N_EVEN")
        check(N + Integer(2), "N_MOD4")
        check(p * p, "N_PERFECT_POWER")
        check((N - Integer.powerOfTwo(bits - 1)).modulo(Integer.powerOfTwo(bits - 4)), "N_SIZE")
        var prime = Prime.random(bits: bits, from: random)
        while prime.modulo(Integer(4)) != Integer(1) || !isPrime(prime) { prime = prime + Integer(2) }
        check(prime, "N_PRIME")
        // 65 521, the largest prime below 2^16, times an odd number of the length that is left.
        var multiple = Integer(65_521) * (Integer.random(bits: bits - 20, from: random) * Integer(2) + Integer(1))
        let small = Integer(65_521) * Integer(4)
        while multiple.bitLength < bits { multiple = multiple + small * Integer.powerOfTwo(bits - 20) }
        while multiple.modulo(Integer(4)) != Integer(1) { multiple = multiple + Integer(2 * 65_521) }
        check(multiple, "N_SMALL_FACTOR")
    }

    private static func isPrime(_ N: borrowing Integer) -> Bool {
        guard let modulus = try? Modulus(N) else { return false }
        return [2, 3, 5, 7].allSatisfy { modulus.power(Integer($0), N - Integer(1)) == Integer(1) }
    }

    /// A byte here and there in every member that a proof or the commitment binds.
    private static func changedBytes(_ key: EnrolledKey, _ tally: Tally) {
        let members: [(String, [UInt8], ([UInt8]) -> K3Slot)] = [
            ("opening", key.k3.opening, { replacing(key.k3, opening: $0) }),
            ("N", key.k3.N, { replacing(key.k3, N: $0) }),
            ("ckey", key.k3.ckey, { replacing(key.k3, ckey: $0) }),
            ("modulusProof", key.k3.modulusProof, { replacing(key.k3, modulusProof: $0) }),
            ("smallFactorProof", key.k3.smallFactorProof, { replacing(key.k3, smallFactorProof: $0) }),
            ("discreteLogProof", key.k3.discreteLogProof, { replacing(key.k3, discreteLogProof: $0) }),
        ]
        for (name, bytes, make) in members {
            for position in stride(from: key.x2 % 7, to: bytes.count, by: max(1, bytes.count / 24)) {
                var changed = bytes
                changed[position] ^= UInt8(1 << (position % 8))
                var isRefused = false
                do { _ = try key.serverReceives(make(changed)) } catch { isRefused = true }
                tally.expect("K3: changed bytes", isRefused, "\(name) \(position)")
            }
        }
    }

    /// ckey encrypts x' and not x1, with the best proof for x': the equation of the curve holds only where the
    /// challenge is 0 modulo q. That is the soundness of this group, 1/13, and 2^-128 in the product.
    private static func otherShares(_ key: EnrolledKey, _ tally: Tally) throws(CryptoError) {
        let random = SeededSource("shares \(key.x1) \(key.x2)"), N = key.paillier.N.value.duplicate()
        for x in Value.units {
            let secret = try Value.scalar(x)
            let rk = Integer.randomUnit(modulo: N, from: random)
            let ckey = key.paillier.encrypt(secret.integer, randomness: rk).bytes(width: Suite.suite1.n2)
            let statement = DiscreteLogProof.Statement(
                ssid: key.context.ssid, key: key.paillier, ckey: ckey, Q1: key.k3.Q1, parameters: key.parameters)
            let proof = try retried { () throws(CryptoError) in
                try DiscreteLogProof.prove(statement, x1: secret, rk: rk, random: random)
            }
            let isRight = (x - key.x1) * challenge(proof, statement) % Oracle.q == 0
            let code = isRight ? nil : "PDL_EQUATION_CURVE"
            tally.expect("Π_pdl over other shares", code: code, "x1 \(key.x1) x \(x)") { () throws(CryptoError) in
                try proof.verify(statement)
            }
        }
    }

    /// e modulo q, hashed here again from what the proof says.
    private static func challenge(_ proof: DiscreteLogProof, _ statement: DiscreteLogProof.Statement) -> Int {
        guard case .list(let items)? = try? TLV(decoding: proof.encoding), case .bytes(let S) = items[0],
            case .bytes(let A) = items[1], case .point(let Y) = items[2], case .bytes(let D) = items[3]
        else { return 0 }
        var transcript = Transcript("pdl")
        transcript.append(statement.ssid)
        transcript.append(text: Role.phone.rawValue)
        transcript.append(statement.key.suite.number)
        transcript.append(statement.key.encodedN)
        transcript.append(statement.ckey)
        transcript.append(point: statement.Q1)
        transcript.append(statement.parameters.parametersHash)
        transcript.append(S)
        transcript.append(A)
        transcript.append(point: Y)
        transcript.append(D)
        return Value.residue(transcript.challenge128.magnitudeBytes)
    }

    private static func replacing(
        _ k3: K3Slot, Q1: [UInt8]? = nil, opening: [UInt8]? = nil, proof: [UInt8]? = nil, N: [UInt8]? = nil,
        ckey: [UInt8]? = nil, modulusProof: [UInt8]? = nil, smallFactorProof: [UInt8]? = nil,
        discreteLogProof: [UInt8]? = nil, Q: [UInt8]? = nil
    ) -> K3Slot {
        K3Slot(
            slot: k3.slot, Q1: Q1 ?? k3.Q1, opening: opening ?? k3.opening, proof: proof ?? k3.proof, N: N ?? k3.N,
            ckey: ckey ?? k3.ckey, modulusProof: modulusProof ?? k3.modulusProof,
            smallFactorProof: smallFactorProof ?? k3.smallFactorProof,
            discreteLogProof: discreteLogProof ?? k3.discreteLogProof, Q: Q ?? k3.Q, ratchetNext: k3.ratchetNext)
    }
}
