import Crypto
import Storage
import Wire

extension SigningService {
    /// S5. Everything that finish needs is stored, so any replica answers it, also when the owner is gone.
    func finish(
        _ body: JSONFields, rawBody: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let attempt = row.attempt
        let hash = SHA256.hash(rawBody)
        switch attempt.state {
        case .burned: throw ServiceError(.signingRestart)
        case .committed: throw ServiceError(.signingStepOutOfOrder)
        case .proved, .unknown, .done, .failed: break
        }
        if attempt.s5Hash == hash {
            if let answer = attempt.s5Answer { return answer }
            // The signature was recorded after the session's end and never published.
            if attempt.state == .done { throw ServiceError(.sessionExpired) }
        }
        guard attempt.s4Answer != nil else {
            if attempt.isOwnerAlive { throw ServiceError(.signingStepOutOfOrder) }
            try abandon(attempt, deadline)
            throw ServiceError(.signingRestart)
        }
        let decoded: FinishBody
        do throws(ServiceError) { decoded = try FinishBody.decode(body, attempt: attempt.id) } catch {
            try countBad(row, error.code, deadline)
            throw error
        }
        faults(.beforeFinish)
        switch decoded {
        case .signature(let s5): return try finish(s5, hash: hash, row: row, deadline: deadline)
        case .c3Invalid(let proof): return try lock(proof, hash: hash, row: row, deadline: deadline)
        }
    }

    private func finish(
        _ s5: S5, hash: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        guard row.attempt.state != .done, row.attempt.state != .failed else { throw ServiceError(.signingStepTaken) }
        guard let r = row.attempt.r, let certificate = row.certificate else { throw ServiceError(.documentUnusable) }
        do throws(CryptoError) {
            try ServerSigning.finish(
                s5, ssid: row.attempt.id, r: r, digest: row.attempt.digest, Q: Point(encoding: row.key.Q))
        } catch {
            let failure = ServiceError(error)
            try countBad(row, failure.code, deadline)
            throw failure
        }
        let answer = SigningAnswers.finished(endResult: "OK", callbackUrl: nil)
        let finished = FinishedSignature(
            attemptId: row.attempt.id, s5Hash: hash, signature: s5.r + s5.s, certificateSerial: certificate.serial,
            s5Answer: answer)
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.finish(finished, deadline: deadline.storage)
        }
        faults(.afterFinish)
        switch outcome {
        case .published:
            sessionEnded(row.session.id)
            return answer
        case .repeated(let stored): return stored
        case .recordedAfterEnd: throw ServiceError(.sessionExpired)
        case .stepTaken: throw ServiceError(.signingStepTaken)
        case .outOfOrder: throw ServiceError(.signingStepOutOfOrder)
        case .stale: throw ServiceError(.signingRestart)
        }
    }

    /// A wrong or malformed finish: five tries, then the attempt has failed; the key's state never changes by it.
    private func countBad(
        _ row: Storage.SigningContext, _ code: Code, _ deadline: MonotonicTime
    ) throws(ServiceError) {
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.recordBadFinish(
                attemptId: row.attempt.id, code: code.rawValue, deadline: deadline.storage)
        }
        if case .failed(let ended?) = outcome { sessionEnded(ended) }
    }

    /// C3_INVALID with a right proof locks the key for good.
    private func lock(
        _ proof: [UInt8], hash: [UInt8], row: Storage.SigningContext, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        guard let answer = row.attempt.s4Answer, let c3 = SigningAnswers.c3(of: answer) else {
            throw ServiceError(.internalFailure)
        }
        try checked { () throws(CryptoError) in
            try ServerSigning.checkC3Invalid(
                proof: proof, ssid: row.attempt.id, c3: c3,
                context: context(row.key, row.session, digest: row.attempt.digest))
        }
        let body = SigningAnswers.finished(endResult: "DOCUMENT_UNUSABLE")
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.signing.lockKey(
                KeyLock(attemptId: row.attempt.id, s5Hash: hash, s5Answer: body, reason: "C3_INVALID"),
                deadline: deadline.storage)
        }
        switch outcome {
        case .locked(let ended):
            if let ended { sessionEnded(ended) }
            return body
        case .repeated(let stored): return stored
        case .stepTaken: throw ServiceError(.signingStepTaken)
        case .outOfOrder: throw ServiceError(.signingStepOutOfOrder)
        case .stale: throw ServiceError(.signingRestart)
        }
    }
}
