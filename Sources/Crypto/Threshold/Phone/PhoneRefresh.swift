/// P1's half of a refresh of one key: F1, then F2 → F3 (threshold-ecdsa A.6). The two signatures that follow are
/// ordinary runs of `PhoneSigning`.
public struct PhoneRefresh: ~Copyable {
    public let f1: F1
    public let keyId: String
    let suite: Suite
    let d1: Scalar
    let opening: [UInt8]

    /// Draws d1 and commits to it.
    /// - Parameters:
    ///   - suite: of the new epoch
    ///   - epoch: the one that the phone holds
    public init(
        slot: Slot, keyId: String, epoch: UInt64, suite: Suite, random: some RandomSource
    ) {
        self.init(
            slot: slot, keyId: keyId, epoch: epoch, suite: suite, d1: .random(from: random),
            nonce: fresh(32, from: random), opening: fresh(32, from: random))
    }

    @_spi(Deterministic)
    public init(
        slot: Slot, keyId: String, epoch: UInt64, suite: Suite, d1: consuming Scalar, nonce: [UInt8], opening: [UInt8]
    ) {
        let commitment = RefreshContext.commitment(
            keyId: keyId, epoch: epoch + 1, suite: suite.number, nonceP1: nonce, factor: d1.bytes, opening: opening
        ).digest
        f1 = F1(slot: slot, suite: suite.number, epoch: epoch, nonce: nonce, commitment: commitment)
        self.keyId = keyId
        self.suite = suite
        self.d1 = d1
        self.opening = opening
    }

    /// An F2 that the phone believes.
    public struct AcceptedF2: ~Copyable {
        public let context: RefreshContext
        let delta: Scalar
    }

    /// Checks F2.
    /// - Parameters:
    ///   - head: its `enrolmentId` is the refresh's id
    ///   - parameters: the pinned set
    ///   - core: the pinned core key
    /// - Throws: `F2_ENCODING`, `PARAMETERS_HASH`, `F2_SIGNATURE`, `EPOCH_MISMATCH`, `REFRESH_FACTOR`, `REFRESH_DELTA`.
    ///   The signature comes before everything that F2 says, over what was received.
    public func accept(
        _ f2: F2, head: PhoneKeyGeneration.Head, parameters: RingPedersenParameters, core: CoreVerifyingKey
    ) throws(CryptoError) -> AcceptedF2 {
        guard holds("F2_ENCODING/nonce", f2.nonce.count == 32), holds("F2_ENCODING/factor", f2.factor.count == 32)
        else { throw CryptoError("F2_ENCODING", "nonce and factor have 32 bytes") }
        guard holds("PARAMETERS_HASH/refresh", head.parametersHash == parameters.parametersHash),
            holds("PARAMETERS_HASH/refresh-suite", parameters.suite == suite)
        else { throw CryptoError("PARAMETERS_HASH", "the parameter set is not the pinned one") }
        let generation = KeyGenerationContext(
            enrolmentId: head.enrolmentId, documentNumber: head.documentNumber, slot: f1.slot, suite: suite,
            nonceP1: f1.nonce, nonceP2: f2.nonce, parametersHash: head.parametersHash, keyId: f2.keyId)
        let context = RefreshContext(generation: generation, epoch: f2.epoch)
        let digest = context.f2Transcript(factor: f2.factor, expiresAt: head.expiresAt).digest
        try core.verify(f2.signature, digest: digest, code: "F2_SIGNATURE")
        guard holds("EPOCH_MISMATCH/refresh-key", f2.keyId == keyId),
            holds("EPOCH_MISMATCH/refresh-epoch", f2.epoch == f1.epoch + 1)
        else { throw CryptoError("EPOCH_MISMATCH", "another key, or not the next epoch") }
        guard let d2 = try? Scalar(bytes: f2.factor), holds("REFRESH_FACTOR/phone", !d2.isZero) else {
            throw CryptoError("REFRESH_FACTOR", "d2 is not in [1, q−1]")
        }
        return AcceptedF2(context: context, delta: try RefreshContext.delta(d1, d2))
    }

    /// Makes F3.
    /// - Parameters:
    ///   - share: of the old epoch; it stays as it is until the new one is committed
    ///   - paillier: a fresh key, for this epoch only
    ///   - parameters: the pinned set
    /// - Throws: `PAILLIER_KEY` for a key without N-th roots; `Q1_POINT`, `SCHNORR_NONCE`, `PDL_POINT`: once in 2^256.
    public consuming func complete(
        _ accepted: borrowing AcceptedF2, share: borrowing PhoneShare, paillier: consuming PaillierSecretKey,
        parameters: RingPedersenParameters, random: some RandomSource
    ) throws(CryptoError) -> Completed {
        let randomness = PhoneKeyGeneration.K3Randomness(
            key: paillier.publicKey, parameters: parameters, random: random)
        return try complete(
            accepted, x1: share.x1, Q: share.Q, paillier: paillier, parameters: parameters, randomness: randomness)
    }

    /// The same with known random values. Throws as above.
    @_spi(Deterministic)
    public consuming func complete(
        _ accepted: borrowing AcceptedF2, x1 old: borrowing Scalar, Q: Point, paillier: consuming PaillierSecretKey,
        parameters: RingPedersenParameters, randomness: borrowing PhoneKeyGeneration.K3Randomness
    ) throws(CryptoError) -> Completed {
        let x1 = old * accepted.delta
        guard let Q1 = Point.generator(times: x1) else { throw CryptoError("Q1_POINT", "x1' is zero") }
        let k3 = try PhoneKeyGeneration.k3(
            accepted.context.generation, x1: x1, Q1: Q1, Q: Q, opening: f1.commitment,
            ratchetNext: F3.noRatchet, paillier: paillier, parameters: parameters, randomness: randomness)
        let f3 = F3(
            factor: d1.bytes, opening: opening, Q1: k3.Q1, proof: k3.proof, N: k3.N, ckey: k3.ckey,
            modulusProof: k3.modulusProof, smallFactorProof: k3.smallFactorProof,
            discreteLogProof: k3.discreteLogProof, Q: k3.Q)
        return Completed(
            f3: f3, k3: k3, share: PhoneShare(x1: x1, paillier: paillier, Q: Q, Q1: Q1, ckey: k3.ckey))
    }

    /// F3, the K3' that is authorised, and the half of the new epoch.
    public struct Completed: ~Copyable {
        public let f3: F3
        public let k3: K3Slot
        public let share: PhoneShare

        /// Gives the share away to be sealed.
        public consuming func takeShare() -> PhoneShare { share }
    }
}
