import Crypto
import Glibc
import Storage
import Wire

extension EnrollmentService {
    /// Checks K3 and issues the certificates.
    /// - Parameters:
    ///   - body: decoded; `rawBody` as received: a repetition is the same bytes
    ///   - attestedKey: the key that signed the request, which must be that of init; nil where attestation is off
    /// - Returns: the answer's bytes, the same for every repetition
    func complete(
        _ body: JSONFields, rawBody: [UInt8], attestedKey: [UInt8]? = nil, deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        let id = try CompleteRequest.enrolmentId(body)
        let bodyHash = SHA256.hash(rawBody)
        let claim = try ServiceError.storing { () throws(StorageError) in
            try stores.enrolments.beginCompletion(
                id: id, bodyHash: bodyHash, attestedKey: attestedKey, bootId: bootId, deadline: deadline.storage)
        }
        switch claim {
        case .claimed(let enrolment):
            cleanup.forget(enrolment: id)
            faults(.afterClaim)
            return try finish(enrolment, body, bodyHash: bodyHash, deadline: deadline)
        case .inProgress: throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
        case .repeated(let sealed): return try openAnswer(sealed, id: id, bodyHash: bodyHash)
        case .answerErased, .failed: throw ServiceError(.enrolmentClosed)
        case .otherKey: throw ServiceError(.deviceMismatch)
        case .otherBody: throw ServiceError(.enrolmentStepTaken)
        case .expired: throw ServiceError(.enrolmentExpired)
        case .unknown: throw ServiceError(.enrolmentNotFound)
        }
    }

    /// Whatever is wrong with the body burns the enrolment; an overload or a failing database gives the claim back; a
    /// claim that another process has taken over is that process's business.
    private func finish(
        _ enrolment: Enrolment, _ body: JSONFields, bodyHash: [UInt8], deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        do throws(ServiceError) {
            return try verifyAndStore(enrolment, body, bodyHash: bodyHash, deadline: deadline)
        } catch {
            if error.code == .inProgress { throw error }
            cleanup.perform(
                error.status < 500
                    ? .failEnrolment(id: enrolment.id, reason: error.code.rawValue)
                    : .releaseEnrolment(id: enrolment.id))
            throw error
        }
    }

    private func verifyAndStore(
        _ enrolment: Enrolment, _ body: JSONFields, bodyHash: [UInt8], deadline: MonotonicTime
    ) throws(ServiceError) -> [UInt8] {
        try standing(enrolment.citizenId, enrolment.kycState, deadline: deadline)
        let request = try CompleteRequest(body)
        guard holds("LATIN_NAME", LatinName.isValid(request.givenName)),
            holds("LATIN_NAME/surname", LatinName.isValid(request.surname))
        else {
            throw ServiceError(.latinNameInvalid, pointer: "/latinName")
        }
        guard holds("SLOTS_OF_INIT", request.slots.map(\.slot.rawValue) == enrolment.slots.map(\.slot)) else {
            throw ServiceError(.k3Encoding, pointer: "/slots", expected: "the slots of init, in their order")
        }
        guard
            let citizen = try ServiceError.storing({ () throws(StorageError) in
                try stores.citizens.byId(enrolment.citizenId, deadline: deadline.storage)
            })
        else { throw ServiceError(.enrolmentClosed) }
        try requireSpelling(request, of: citizen)
        let subject = CertificateSubject(
            givenName: request.givenName, surname: request.surname, civilId: citizen.civilID)
        let parameters = try parameters(of: enrolment, deadline: deadline)
        var verified: [VerifiedSlot] = []
        for (index, k3) in request.slots.enumerated() {
            try Self.requireOwn(k3, behind: request.slots[..<index])
            verified.append(
                try verify(k3, enrolment.slots[index], enrolment, parameters, index: index, deadline: deadline))
        }
        // Only now: no certificate is made for a phone of which one slot fails.
        let deviceToken = Base64URL.encode(randomBytes(32))
        var completed: [CompletedSlot] = []
        var answers: [K4Slot] = []
        for slot in verified {
            let made = try issue(slot, enrolment, subject: subject, deviceToken: deviceToken, deadline: deadline)
            completed.append(made.completed)
            answers.append(made.answer)
        }
        let answer = K4Slot.encode(answers, documentNumber: enrolment.documentNumber, deviceToken: deviceToken)
        try store(
            enrolment, request, completed, answer: answer, bodyHash: bodyHash, deviceToken: deviceToken,
            deadline: deadline)
        return answer
    }

    /// Two slots are two key generations: what one brings, the other does not have again (threshold-ecdsa A.3). The
    /// unique indexes would say so too, but only once there are certificates.
    private static func requireOwn(_ k3: K3Slot, behind earlier: ArraySlice<K3Slot>) throws(ServiceError) {
        let place = "/slots/\(earlier.count)"
        guard holds("N_SEEN/slots", !earlier.contains { $0.N == k3.N }) else {
            throw ServiceError(.nSeen, pointer: place + "/N", expected: "an N of its own for each slot")
        }
        guard holds("N_SEEN/slots/Q1", !earlier.contains { $0.Q1 == k3.Q1 }) else {
            throw ServiceError(.nSeen, pointer: place + "/Q1", expected: "a Q1 of its own for each slot")
        }
    }

    /// The certificate tells relying parties who this is: the phone chooses a spelling, not a name.
    private func requireSpelling(_ request: CompleteRequest, of citizen: Citizen) throws(ServiceError) {
        let parts = [
            ("givenName", request.givenName, citizen.givenName), ("surname", request.surname, citizen.surname),
        ]
        for (member, latin, name) in parts where !LatinSpelling.isSpelling(latin, of: name) {
            throw ServiceError(
                .latinNameMismatch, pointer: "/latinName/\(member)", expected: "the proposed name or a spelling of it")
        }
    }

    private func store(
        _ enrolment: Enrolment, _ request: CompleteRequest, _ completed: [CompletedSlot], answer: [UInt8],
        bodyHash: [UInt8], deviceToken: String, deadline: MonotonicTime
    ) throws(ServiceError) {
        let sealed = try checked { () throws(CryptoError) in
            try Envelope.seal(
                secret: answer.withUnsafeSecret(),
                associatedData: SealContext.enrolmentAnswer(
                    enrolmentId: enrolment.id, bodyHash: bodyHash), under: kek, random: random)
        }
        let completion = EnrolmentCompletion(
            enrolmentId: enrolment.id, bootId: bootId, tokenHash: SHA256.hash(Array(deviceToken.utf8)),
            answerSealed: sealed, givenNameLatin: request.givenName, surnameLatin: request.surname, slots: completed)
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.enrolments.finish(completion, deadline: deadline.storage)
        }
        switch outcome {
        case .finished: faults(.afterEnrolled)
        case .modulusSeen(let slot): throw ServiceError(.nSeen, pointer: "/slots/\(slot)/N")
        case .shareSeen(let slot): throw ServiceError(.nSeen, pointer: "/slots/\(slot)/Q1")
        case .keyTaken: throw ServiceError(.attestationKeyTaken)
        case .kycNotUsable: throw ServiceError(.kycStateSpent)
        case .claimLost: throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
        }
    }

    private func openAnswer(_ sealed: [UInt8], id: String, bodyHash: [UInt8]) throws(ServiceError) -> [UInt8] {
        try checked { () throws(CryptoError) in
            let answer = try Envelope.open(
                sealed, associatedData: SealContext.enrolmentAnswer(enrolmentId: id, bodyHash: bodyHash), under: kek)
            return answer.withUnsafeBytes { Array($0) }
        }
    }
}

extension [UInt8] {
    /// A copy in a zeroising buffer.
    fileprivate func withUnsafeSecret() -> SecretBytes {
        var secret = SecretBytes(count: count)
        secret.withUnsafeMutableBytes { $0.copyBytes(from: self) }
        return secret
    }
}
