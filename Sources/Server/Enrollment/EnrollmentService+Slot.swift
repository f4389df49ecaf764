import Crypto
import Glibc
import Storage

extension EnrollmentService {
    /// A slot whose K3 has passed every check.
    struct VerifiedSlot: Sendable {
        let slot: Slot
        let row: EnrolmentSlot
        let context: KeyGenerationContext
        let key: ServerKeyGeneration.VerifiedKey
    }

    /// Checks K3 of one slot on the compute pool, in pieces of one proof.
    /// - Parameter index: of the slot in the body
    func verify(
        _ k3: K3Slot, _ row: EnrolmentSlot, _ enrolment: Enrolment, _ parameters: RingPedersenParameters,
        index: Int, deadline: MonotonicTime
    ) throws(ServiceError) -> VerifiedSlot {
        let context = try checked { () throws(CryptoError) in try keyGenerationContext(row, enrolment, parameters) }
        let x2 = try openShare(row, enrolment, deadline)
        do throws(CryptoError) {
            let key = try verify(k3, row, context, x2, parameters, deadline: deadline)
            return VerifiedSlot(slot: k3.slot, row: row, context: context, key: key)
        } catch {
            if error.code == Code.overloaded.rawValue {
                throw ServiceError(.overloaded, retryAfterSeconds: Limits.retryAfterSeconds)
            }
            throw K3Refusal.error(error, k3, suite: context.suite, in: "/slots/\(index)")
        }
    }

    /// The certificate of a slot, its K4 and what is stored of it.
    func issue(
        _ verified: VerifiedSlot, _ enrolment: Enrolment, subject: CertificateSubject, deviceToken: String,
        deadline: MonotonicTime
    ) throws(ServiceError) -> (completed: CompletedSlot, answer: K4Slot) {
        let x2 = try openShare(verified.row, enrolment, deadline)
        return try checked { () throws(CryptoError) in
            let certificate = try certificates.issue(
                publicKey: verified.key.Q.encoding, slot: verified.slot, subject: subject,
                nowSeconds: Int64(time(nil)))
            let chain = certificates.chain
            let digest = verified.context.k4Transcript(
                k3: verified.key.transcript, leaf: certificate.der, chain: chain, deviceToken: deviceToken
            ).digest
            let answer = K4Slot(
                slot: verified.slot, certificate: certificate.der, chain: chain, level: certificate.level,
                signature: try secrets.core.sign(digest, random: random))
            return (try completed(verified.key, verified.row, x2, verified.context, certificate), answer)
        }
    }

    /// The set that K2 was made under, which may have been rotated out since.
    func parameters(of enrolment: Enrolment, deadline: MonotonicTime) throws(ServiceError) -> RingPedersenParameters {
        let found: ParameterSets.Offered?
        if let hash = enrolment.parametersHash {
            found = try secrets.parameters.set(hash: hash, deadline: deadline.storage)
        } else {
            found = enrolment.slots.first.flatMap { try? Suite(number: UInt64($0.suite)) }
                .flatMap { secrets.parameters.current($0) }
        }
        guard let found else { throw ServiceError(.internalFailure) }
        return found.set
    }

    private func keyGenerationContext(
        _ row: EnrolmentSlot, _ enrolment: Enrolment, _ parameters: RingPedersenParameters
    ) throws(CryptoError) -> KeyGenerationContext {
        let suite = try Suite(number: UInt64(row.suite))
        guard let slot = Slot(rawValue: row.slot), suite == parameters.suite else {
            throw CryptoError("INTERNAL", "an enrolment row that no code of ours wrote")
        }
        return KeyGenerationContext(
            enrolmentId: enrolment.id, documentNumber: enrolment.documentNumber, slot: slot, suite: suite,
            nonceP1: row.nonceP1, nonceP2: row.nonceP2, parametersHash: parameters.parametersHash, keyId: row.keyId)
    }

    private func verify(
        _ k3: K3Slot, _ row: EnrolmentSlot, _ context: KeyGenerationContext, _ x2: borrowing Scalar,
        _ parameters: RingPedersenParameters, deadline: MonotonicTime
    ) throws(CryptoError) -> ServerKeyGeneration.VerifiedKey {
        let k1 = K1Slot(
            slot: context.slot, suite: context.suite.number, nonce: row.nonceP1, commitment: row.commitment)
        let slices = EnrolmentSlices(compute: compute, deadline: deadline)
        // The unique index decides in the end; a failing look-up here is not a failed check.
        return try ServerKeyGeneration.complete(
            k3, k1: k1, context: context, x2: x2, parameters: parameters,
            modulusSeen: { (try? stores.keys.modulusSeen(nHash: $0, deadline: deadline.storage)) ?? false },
            random: random, slices: slices)
    }

    private func openShare(
        _ row: EnrolmentSlot, _ enrolment: Enrolment, _ deadline: MonotonicTime
    ) throws(ServiceError) -> Scalar {
        try integrity.reading(row.keyId, of: enrolment.documentNumber, deadline) { () throws(CryptoError) in
            try Scalar(
                secret: Envelope.open(
                    row.sealedX2,
                    associatedData: SealContext.enrolmentShare(
                        enrolmentId: enrolment.id, keyId: row.keyId, slot: row.slot, suite: row.suite),
                    under: kek))
        }
    }

    private func completed(
        _ key: ServerKeyGeneration.VerifiedKey, _ row: EnrolmentSlot, _ x2: borrowing Scalar,
        _ context: KeyGenerationContext, _ certificate: CertificateService.Issued
    ) throws(CryptoError) -> CompletedSlot {
        let sealed = try Envelope.seal(
            secret: x2.secretBytes,
            associatedData: SealContext.keyShare(
                keyId: row.keyId, slot: row.slot, suite: row.suite, epoch: 1, N: key.N, ckey: key.ckey,
                Q: key.Q.encoding),
            under: kek, random: random)
        return CompletedSlot(
            keyId: row.keyId, Q: key.Q.encoding, Q1: key.Q1.encoding, N: key.N, ckey: key.ckey,
            nHash: key.modulusHash, proofHash: SHA256.hash(key.transcript), proofTranscript: key.transcript,
            ssid: context.ssid, parametersHash: context.parametersHash,
            sealedX2: sealed, ratchet: key.ratchet, certificateSerial: certificate.serial,
            certificateDER: certificate.der, certificateLevel: certificate.level.rawValue,
            certificateState: .active, notBefore: certificate.notBefore * 1_000,
            notAfter: certificate.notAfter * 1_000)
    }
}

/// Sends the pieces of a K3 check to the compute pool, below every prove.
struct EnrolmentSlices: ComputeSlices {
    let compute: ComputePool
    let deadline: MonotonicTime

    func run<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(CryptoError) -> T {
        var failure: CryptoError?
        let value: T?
        do throws(ComputeOverload) {
            value = try compute.run(.enrolment, deadline: deadline) { () -> T? in
                do throws(CryptoError) { return try body() } catch {
                    failure = error
                    return nil
                }
            }
        } catch { throw CryptoError(Code.overloaded.rawValue, "the compute queue is full") }
        if let failure { throw failure }
        guard let value else { throw CryptoError("INTERNAL", "a piece of work gave nothing") }
        return value
    }
}
