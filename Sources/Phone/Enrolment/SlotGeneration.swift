import Crypto

/// The key generation of one slot between its steps. A class, because the values inside are taken out once and cannot
/// stand in an array by themselves.
final class SlotGeneration {
    let slot: Slot
    let k1: K1Slot
    private var run: PhoneKeyGeneration?
    private var paillier: PaillierSecretKey?
    private var accepted: PhoneKeyGeneration.AcceptedK2?

    /// Draws x1, commits to Q1 and makes the Paillier key: before init, because the enrolment's ten minutes are the
    /// server's.
    init(suite: Suite, slot: Slot, random: some RandomSource) throws(CryptoError) {
        let run = try PhoneKeyGeneration(suite: suite, slot: slot, random: random)
        self.slot = slot
        self.k1 = run.k1
        self.run = consume run
        self.paillier = try PaillierSecretKey.generate(suite, random: random)
    }

    /// - Throws: as `PhoneKeyGeneration.accept`
    func accept(
        _ k2: K2Slot, head: PhoneKeyGeneration.Head, parameters: RingPedersenParameters, service: PinnedService
    ) throws(CryptoError) {
        accepted = try service.underAnyKey(code: "K2_SIGNATURE") { (core) throws(CryptoError) in
            guard let accepted = try run?.accept(k2, head: head, parameters: parameters, core: core) else {
                throw Self.order
            }
            return accepted
        }
    }

    /// Makes K3 and seals what the phone keeps; x1, p and q exist in clear only in this call. The slot is spent.
    func prove(
        parameters: RingPedersenParameters, pin: PIN, random: some RandomSource
    ) throws(CryptoError) -> (k3: K3Slot, pending: PendingEnrolment.PendingSlot) {
        guard let run = run.take(), let paillier = paillier.take(), let accepted else { throw Self.order }
        let completed = try run.complete(accepted, paillier: paillier, parameters: parameters, random: random)
        let k3 = completed.k3, token = completed.ratchetToken, context = accepted.context
        let share = completed.takeShare()
        var record = SlotRecord(
            slot: slot, suite: context.suite, keyId: context.keyId, epoch: 1, Q: share.Q, Q1: share.Q1, N: k3.N,
            ckey: k3.ckey, ratchet: RatchetSet(only: token), sealedShare: [])
        record.sealedShare = try SealedShare.seal(
            share, runKey: SecretBytes.random(count: SealedShare.runKeyByteCount, from: random),
            pin: pin.bytes,
            associatedData: record.associatedData, random: random)
        let pending = PendingEnrolment.PendingSlot(
            record: record, nonceP1: context.nonceP1, nonceP2: context.nonceP2)
        return (k3, pending)
    }

    private static let order = CryptoError("ENROLMENT_ORDER", "a step of the enrolment out of its order")
}
