import Crypto
import Storage
import Wire

extension RefreshService {
    /// The runs that are left after F3.
    struct Runs: Sendable {
        let refreshId: String
        /// The new one.
        let epoch: Int
        /// nil where the proof of identity has authorised.
        let authorisation: String?
        /// Exists once the authorisation has been signed.
        let possession: String
    }

    /// Checks F3.
    /// - Parameters:
    ///   - body: decoded; `rawBody` as received: a repetition is the same bytes
    /// - Throws: REFRESH_NOT_FOUND, REFRESH_EXPIRED, REFRESH_CLOSED, REFRESH_STEP_TAKEN, IN_PROGRESS, and what F3 is
    ///   refused for: then the refresh has ended
    func complete(
        _ body: JSONFields, rawBody: [UInt8], device: DeviceIdentity, deadline: MonotonicTime
    ) throws(ServiceError) -> Runs {
        let id = try RefreshCompleteRequest.refreshId(body)
        let claim = try ServiceError.storing { () throws(StorageError) in
            try stores.refreshes.claim(
                id: id, documentNumber: device.documentNumber, bodyHash: SHA256.hash(rawBody), bootId: bootId,
                deadline: deadline.storage)
        }
        switch claim {
        case .claimed(let record):
            cleanup.forget(refresh: id)
            faults(.afterRefreshClaim)
            return try finish(record, body, deadline)
        case .inProgress: throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
        case .repeated(let record):
            guard let possession = record.possessionSession else { throw ServiceError(.internalFailure) }
            return Runs(
                refreshId: id, epoch: record.epoch, authorisation: record.authorisationSession, possession: possession)
        case .otherBody: throw ServiceError(.refreshStepTaken)
        case .expired: throw ServiceError(.refreshExpired)
        case .closed: throw ServiceError(.refreshClosed)
        case .unknown: throw ServiceError(.refreshNotFound)
        }
    }

    /// Whatever is wrong with the body ends the refresh; an overload or a failing database gives the claim back.
    private func finish(
        _ record: RefreshRecord, _ body: JSONFields, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Runs {
        do throws(ServiceError) { return try verifyAndStore(record, body, deadline) } catch {
            if error.code == .inProgress { throw error }
            cleanup.perform(
                error.status < 500
                    ? .failRefresh(id: record.id, reason: error.code.rawValue) : .releaseRefresh(id: record.id))
            throw error
        }
    }

    private func verifyAndStore(
        _ record: RefreshRecord, _ body: JSONFields, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Runs {
        let f3 = try RefreshCompleteRequest.f3(body)
        guard let slot = Slot(rawValue: record.slot) else { throw ServiceError(.internalFailure) }
        let key = try self.key(slot, record.documentNumber, deadline)
        // Only the commit of another refresh moves an epoch, and a key has one open at a time.
        guard key.keyId == record.keyId, key.epoch == record.epoch - 1 else {
            throw ServiceError(.epoch)
        }
        let parameters = try secrets.parameters.set(hash: record.parametersHash, deadline: deadline.storage)?.set
        guard let parameters else { throw ServiceError(.internalFailure) }
        let context = RefreshContext(
            generation: KeyGenerationContext(
                enrolmentId: record.id, documentNumber: record.documentNumber, slot: slot, suite: parameters.suite,
                nonceP1: record.nonceP1, nonceP2: record.nonceP2, parametersHash: record.parametersHash,
                keyId: record.keyId), epoch: UInt64(record.epoch))
        let needsSignature = RefreshRules.isAuthorisedBySignature(try authority(for: key, deadline))
        // The AUTH key may have been closed since F1: then nothing is left that could authorise.
        guard needsSignature || record.kycState != nil else { throw ServiceError(.refreshIdentityRequired) }
        let halves = try openHalves(record, key, deadline)
        let verified: VerifiedRefresh
        do throws(CryptoError) {
            verified = try verify(f3, record, halves, context, parameters, needsSignature, deadline)
        } catch {
            if error.code == Code.overloaded.rawValue {
                throw ServiceError(.overloaded, retryAfterSeconds: Limits.retryAfterSeconds)
            }
            throw K3Refusal.error(
                error, f3.k3(slot, commitment: record.commitment), suite: parameters.suite, in: "")
        }
        let isStored = try ServiceError.storing { () throws(StorageError) in
            try stores.refreshes.verify(verified, deadline: deadline.storage)
        }
        guard isStored else { throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds) }
        faults(.afterRefreshVerified)
        return Runs(
            refreshId: record.id, epoch: record.epoch, authorisation: verified.authorisationSession,
            possession: verified.possessionSession)
    }

    /// The server's two secrets of a refresh and the points of the old epoch.
    private struct Halves: ~Copyable {
        let d2: Scalar
        let x2: Scalar
        let old: ServerRefresh.OldKey
    }

    private func openHalves(
        _ record: RefreshRecord, _ key: KeyRecord, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Halves {
        try integrity.reading(key.keyId, of: key.documentNumber, deadline) { () throws(CryptoError) in
            guard let sealed = record.sealedFactor else { throw CryptoError("INTERNAL", "the factor is gone") }
            let d2 = try Scalar(
                secret: Envelope.open(
                    sealed,
                    associatedData: SealContext.refreshFactor(
                        refreshId: record.id, keyId: record.keyId, epoch: record.epoch), under: kek))
            let x2 = try Scalar(secret: Envelope.open(key.sealedX2, associatedData: key.sealContext, under: kek))
            return Halves(
                d2: d2, x2: x2, old: .init(Q: try Point(encoding: key.Q), Q1: try Point(encoding: key.Q1)))
        }
    }

    /// F3 on the compute pool, in pieces of one proof; then the server's new half under its own seal.
    private func verify(
        _ f3: F3, _ record: RefreshRecord, _ halves: borrowing Halves, _ context: RefreshContext,
        _ parameters: RingPedersenParameters, _ needsSignature: Bool, _ deadline: MonotonicTime
    ) throws(CryptoError) -> VerifiedRefresh {
        let renewed = try ServerRefresh.complete(
            f3, commitment: record.commitment, context: context, old: halves.old, d2: halves.d2, x2: halves.x2,
            parameters: parameters,
            modulusSeen: { (try? stores.keys.modulusSeen(nHash: $0, deadline: deadline.storage)) ?? false },
            random: random, slices: EnrolmentSlices(compute: compute, deadline: deadline))
        let new = renewed.key
        let share = try Envelope.seal(
            secret: renewed.x2.secretBytes,
            associatedData: SealContext.keyShare(
                keyId: record.keyId, slot: record.slot, suite: record.suite, epoch: record.epoch, N: new.N,
                ckey: new.ckey, Q: new.Q.encoding), under: kek, random: random)
        return VerifiedRefresh(
            id: record.id, bootId: bootId,
            authorisationSession: needsSignature ? RandomUUID.make(random) : nil,
            authorisationDigest: context.authorisationTranscript(k3: new.transcript).digest,
            possessionSession: RandomUUID.make(random), possessionDigest: context.possessionTranscript.digest,
            Q1: new.Q1.encoding, Q2: new.Q2.encoding, N: new.N, ckey: new.ckey, nHash: new.modulusHash,
            sealedX2: share, ssid: context.generation.ssid, transcript: new.transcript)
    }
}
