import Crypto
import Storage

/// Checks the archived proofs of keys again with the code of today (`tamga keys reverify`). A key whose proofs do not
/// pass signs nothing from then on; one that passes again does.
public struct ProofCheck: Sendable {
    private let stores: Stores
    private let random = SystemRandom()

    public init(stores: Stores) {
        self.stores = stores
    }

    /// What became of one key; nil when all is well, else the code of the check.
    public typealias Verdict = (key: KeyRecord, code: String?)

    /// The next keys that were not checked since then. Each is noted as soon as it is done, so that a run which is
    /// stopped goes on with the same `since`.
    /// - Parameters:
    ///   - since: Unix milliseconds of the database's clock
    ///   - limit: keys of this batch
    ///   - pause: called before each key, to bound the rate
    public func next(
        since: Int64, limit: Int, pause: () -> Void, done: (Verdict) -> Void
    ) throws -> Int {
        let deadline = StorageDeadline(milliseconds: 30_000)
        let found = try stores.proofs.unchecked(since: since, limit: limit, deadline: deadline)
        let sets = try stores.service.parameterSets(deadline: deadline)
        for archived in found {
            pause()
            let code = verdict(archived, sets)
            let isNoted = try stores.proofs.record(
                archived.key, version: code == nil ? ProofRules.version : 0, code: code,
                deadline: StorageDeadline(milliseconds: 30_000))
            // A key that was refreshed in between is found again, with the proofs of its new epoch.
            if isNoted { done((archived.key, code)) }
        }
        return found.count
    }

    private func verdict(_ archived: ArchivedKey, _ sets: [ParameterSet]) -> String? {
        guard let proofs = archived.proofs else { return "ARCHIVE_MISSING" }
        guard let row = sets.first(where: { $0.parametersHash == proofs.parametersHash }) else {
            return Code.parametersNotFound.rawValue
        }
        do throws(CryptoError) {
            try verify(archived.key, proofs, row)
            return nil
        } catch { return error.code }
    }

    private func verify(
        _ key: KeyRecord, _ proofs: ArchivedKey.Proofs, _ row: ParameterSet
    ) throws(CryptoError) {
        let suite = try Suite(number: UInt64(key.suite))
        guard let slot = Slot(rawValue: key.slot) else { throw CryptoError("INTERNAL", "a slot that is none") }
        let parameters = try RingPedersenParameters(suite: suite, modulus: row.modulus, s: row.s, t: row.t)
        let context = KeyGenerationContext(
            enrolmentId: proofs.generationId, documentNumber: key.documentNumber, slot: slot, suite: suite,
            nonceP1: proofs.nonceP1, nonceP2: proofs.nonceP2, parametersHash: proofs.parametersHash,
            keyId: key.keyId)
        try StoredProofs(
            context: context, ssid: proofs.ssid, commitment: proofs.commitment, transcript: proofs.transcript
        ).verify(
            .init(epoch: UInt64(key.epoch), Q: key.Q, Q1: key.Q1, Q2: key.Q2, N: key.N, ckey: key.ckey),
            parameters: parameters, random: random)
    }
}
