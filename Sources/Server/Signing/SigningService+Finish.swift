import Crypto
import Storage
import Wire

extension SigningService {
    /// S5. Everything that finish needs is stored, so any replica answers it, also when the owner is gone.
    func finish(
        _ body: JSONFields, rawBody: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let attempt = row.attempt
        let row = try rowOfRun(row, deadline)
        let hash = SHA256.hash(rawBody)
        let facts = AttemptFacts(row, isWorkedOn: attempt.isOwnerAlive)
        let decision = FinishRules.begin(
            facts, isSameBytes: attempt.s5Hash == hash, hasStoredAnswer: attempt.s5Answer != nil)
        switch decision {
        case .refuse(let consequence): throw try apply(consequence, row, deadline)
        case .answer:
            guard let answer = attempt.s5Answer else { throw ServiceError(.internalFailure) }
            return answer
        case .judge: break
        }
        let decoded: FinishBody
        do throws(ServiceError) { decoded = try FinishBody.decode(body, attempt: attempt.id) } catch {
            _ = try apply(FinishRules.refused(error.code), row, deadline)
            throw error
        }
        faults(.beforeFinish)
        switch decoded {
        case .signature(let s5):
            if let refusal = FinishRules.closed(facts) { throw try apply(refusal, row, deadline) }
            return try finish(s5, hash: hash, row: row, deadline: deadline)
        case .c3Invalid(let proof): return try lock(proof, hash: hash, row: row, deadline: deadline)
        }
    }

    private func finish(
        _ s5: S5, hash: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        guard let r = row.attempt.r, let certificate = row.certificate else { throw ServiceError(.documentUnusable) }
        // Outside of the judgement below: a damaged Q is not the phone's wrong signature.
        let Q = try integrity.reading(row.key.keyId, of: row.key.documentNumber, deadline) { () throws(CryptoError) in
            try Point(encoding: row.key.Q)
        }
        do throws(CryptoError) {
            try ServerSigning.finish(s5, ssid: row.attempt.id, r: r, digest: row.attempt.digest, Q: Q)
        } catch {
            throw try apply(FinishRules.refused(ServiceError(error).code), row, deadline)
        }
        let answer = SigningAnswers.finished(endResult: "OK", callbackUrl: nil)
        let finished = FinishedSignature(
            attemptId: row.attempt.id, s5Hash: hash, signature: s5.r + s5.s, certificateSerial: certificate.serial,
            s5Answer: answer)
        let outcome = try store(finished, row, deadline)
        faults(.afterFinish)
        if let refusal = FinishRules.finished(outcome) { throw try apply(refusal, row, deadline) }
        if case .repeated(let stored) = outcome { return stored }
        sessionEnded(row.session.id)
        return answer
    }

    /// C3_INVALID with a right proof locks the key for good.
    private func lock(
        _ proof: [UInt8], hash: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        guard let answer = row.attempt.s4Answer, let c3 = SigningAnswers.c3(of: answer) else {
            throw ServiceError(.internalFailure)
        }
        let context = try watchedContext(row.key, row.session, digest: row.attempt.digest, deadline)
        let isProved = Self.isProved(proof, ssid: row.attempt.id, c3: c3, context)
        if let refusal = FinishRules.reported(isProved: isProved) { throw try apply(refusal, row, deadline) }
        let body = SigningAnswers.finished(endResult: "DOCUMENT_UNUSABLE")
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.lockKey(
                KeyLock(attemptId: row.attempt.id, s5Hash: hash, s5Answer: body, reason: "C3_INVALID"),
                deadline: deadline.storage)
        }
        faults(.afterLocked)
        if let refusal = FinishRules.locked(outcome) { throw try apply(refusal, row, deadline) }
        switch outcome {
        case .locked(let ended):
            alerts.count(.keyLocked)
            if let ended { sessionEnded(ended) }
            return body
        case .repeated(let stored): return stored
        case .stepTaken, .outOfOrder, .stale: throw ServiceError(.internalFailure)
        }
    }

    private static func isProved(
        _ proof: [UInt8], ssid: [UInt8], c3: [UInt8], _ context: Crypto.SigningContext
    ) -> Bool {
        do throws(CryptoError) {
            try ServerSigning.checkC3Invalid(proof: proof, ssid: ssid, c3: c3, context: context)
            return true
        } catch { return false }
    }
}
