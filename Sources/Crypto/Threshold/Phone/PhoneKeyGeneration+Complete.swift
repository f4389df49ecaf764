extension PhoneKeyGeneration {
    /// The random values of K3, in one place so that a vector can give them.
    @_spi(Deterministic)
    public struct K3Randomness: ~Copyable {
        public let rk: Integer
        public let w: Integer
        public let salt: [UInt8]
        public let smallFactor: SmallFactorProof.Masks
        public let discreteLog: DiscreteLogProof.Masks
        public let ratchetToken: [UInt8]

        public init(
            rk: consuming Integer, w: consuming Integer, salt: [UInt8], smallFactor: consuming SmallFactorProof.Masks,
            discreteLog: consuming DiscreteLogProof.Masks, ratchetToken: [UInt8]
        ) {
            self.rk = rk
            self.w = w
            self.salt = salt
            self.smallFactor = smallFactor
            self.discreteLog = discreteLog
            self.ratchetToken = ratchetToken
        }

        /// Fresh values for a fresh key.
        init(key: PaillierPublicKey, parameters: RingPedersenParameters, random: some RandomSource) {
            let N = key.N.value.duplicate()
            var w = Integer.randomUnit(modulo: N, from: random)
            while w.jacobi(N) != -1 { w = Integer.randomUnit(modulo: N, from: random) }
            self.init(
                rk: .randomUnit(modulo: N, from: random), w: w, salt: fresh(64, from: random),
                smallFactor: .init(suite: key.suite, N: N, Nt: parameters.modulus.value, random: random),
                discreteLog: .init(key: key, parameters: parameters, random: random),
                ratchetToken: fresh(32, from: random))
        }
    }

    /// Makes K3.
    /// - Parameters:
    ///   - accepted: the K2 of this slot
    ///   - paillier: a fresh key, for this slot only
    ///   - parameters: the pinned set
    /// - Returns: K3 and the share to keep; the first ratchet token goes with it
    /// - Throws: `PAILLIER_KEY` for a key without N-th roots; `SCHNORR_NONCE`, `PDL_POINT`: once in 2^256 each.
    public consuming func complete(
        _ accepted: AcceptedK2, paillier: consuming PaillierSecretKey, parameters: RingPedersenParameters,
        random: some RandomSource
    ) throws(CryptoError) -> Completed {
        let randomness = K3Randomness(key: paillier.publicKey, parameters: parameters, random: random)
        return try complete(accepted, paillier: paillier, parameters: parameters, randomness: randomness)
    }

    /// The same with known random values. Throws as above.
    @_spi(Deterministic)
    public consuming func complete(
        _ accepted: AcceptedK2, paillier: consuming PaillierSecretKey, parameters: RingPedersenParameters,
        randomness: borrowing K3Randomness
    ) throws(CryptoError) -> Completed {
        let k3 = try Self.k3(
            accepted.context, x1: x1, Q1: Q1, Q: accepted.Q, opening: opening,
            ratchetNext: Ratchet.hash(token: randomness.ratchetToken, keyId: accepted.context.keyId),
            paillier: paillier, parameters: parameters, randomness: randomness)
        let share = PhoneShare(x1: x1.duplicate(), paillier: paillier, Q: accepted.Q, Q1: Q1, ckey: k3.ckey)
        return Completed(k3: k3, share: share, ratchetToken: randomness.ratchetToken)
    }

    /// ckey and every proof about x1 and the Paillier key, in a key generation and in a refresh.
    static func k3(
        _ context: KeyGenerationContext, x1: borrowing Scalar, Q1: Point, Q: Point, opening: [UInt8],
        ratchetNext: [UInt8], paillier: borrowing PaillierSecretKey, parameters: RingPedersenParameters,
        randomness: borrowing K3Randomness
    ) throws(CryptoError) -> K3Slot {
        let ssid = context.ssid
        let key = paillier.publicKey
        let ckey = key.encrypt(x1.integer, randomness: randomness.rk).bytes(width: context.suite.n2)
        let proof = try SchnorrProof.prove(context.proofOfQ1(Q1.encoding), secret: x1, salt: randomness.salt)
        let modulusProof = try ModulusProof.prove(ssid: ssid, key: paillier, w: randomness.w)
        let smallFactorProof = SmallFactorProof.prove(
            ssid: ssid, key: paillier, parameters: parameters, masks: randomness.smallFactor)
        let discreteLogProof = try DiscreteLogProof.prove(
            .init(ssid: ssid, key: key, ckey: ckey, Q1: Q1.encoding, parameters: parameters), x1: x1,
            rk: randomness.rk, masks: randomness.discreteLog)
        return K3Slot(
            slot: context.slot, Q1: Q1.encoding, opening: opening, proof: proof.encoding, N: key.encodedN, ckey: ckey,
            modulusProof: modulusProof.encoding, smallFactorProof: smallFactorProof.encoding,
            discreteLogProof: discreteLogProof.encoding, Q: Q.encoding, ratchetNext: ratchetNext)
    }

    /// K3 and what the phone keeps.
    public struct Completed: ~Copyable {
        public let k3: K3Slot
        public let share: PhoneShare
        /// t of the first ratchet value, 32 bytes.
        public let ratchetToken: [UInt8]

        /// Gives the share away to be sealed.
        public consuming func takeShare() -> PhoneShare { share }
    }
}
