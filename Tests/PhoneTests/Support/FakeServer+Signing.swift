import Crypto
import Phone
import Synchronization
import Wire

extension FakeServer {
    /// S1 → S2.
    func commit(_ session: FakeSession, _ body: [UInt8]) throws -> [UInt8] {
        guard let key = key(session.slot) else { throw ServerProblem(status: 403, code: "DOCUMENT_UNUSABLE") }
        let state = key.state.withLock { $0 }
        guard !state.isLocked else { throw ServerProblem(status: 403, code: "KEY_LOCKED") }
        if let attempt = state.attempt, attempt.sessionId == session.id {
            if attempt.s1 == body, attempt.s3 == nil { return attempt.s2 }
            guard attempt.s3 == nil else { throw ServerProblem(status: 409, code: "SIGNING_ALREADY_RELEASED") }
        }
        let fields = try JSONFields(JSONParser.parse(body))
        let s1 = S1(
            nonce: try fields.base64("nonce", bytes: 32), commitment: try fields.base64("commitment", bytes: 32))
        let userChallenge = try fields.optionalString("userChallenge")
        let digest = try session.message(
            key, interaction: fields.string("interactionTypeUsed"), userChallenge: userChallenge)
        let confirmVc = try fields.optionalString("confirmVc")
        let context = try key.signingContext(session, digest: digest)
        let committed = try ServerSigning.commit(
            s1, context: context, signCounter: state.signCounter + 1, x2: key.share.x2, core: world.core,
            random: SystemRandom())
        let s2 = committed.s2
        let answer = Self.s2Body(s2)
        let attempt = FakeKey.Attempt(
            sessionId: session.id, attempt: .init(context: context, s1: s1, ssid: s2.attempt), s1: body, s2: answer,
            nonce: NonceBox(committed.takeNonce()))
        key.state.withLock { state in
            state.signCounter += 1
            state.attempt = attempt
        }
        update(session.id) { session in
            session.signedDigest = digest
            session.userChallenge = userChallenge
            session.confirmVc = confirmVc
        }
        return answer
    }

    /// S3 → S4.
    func prove(_ id: String, _ body: [UInt8]) throws -> [UInt8] {
        let (key, attempt, fields) = try current(id, body)
        if let stored = attempt.s3 {
            guard stored == body, let s4 = attempt.s4 else {
                throw ServerProblem(status: 409, code: "SIGNING_STEP_TAKEN")
            }
            return s4
        }
        let s3 = S3(
            attempt: try fields.base64("attempt", bytes: 32), R1: try fields.base64("R1"),
            opening: try fields.base64("opening"), proof: try fields.base64("proof"),
            shareProof: try fields.base64("shareProof"), digest: try fields.base64("digest"),
            ratchet: try fields.array("ratchet", count: 1...15).map { try $0.base64(bytes: 32) },
            ratchetNext: try fields.base64("ratchetNext", bytes: 32))
        guard let nonce = attempt.nonce.take() else { throw ServerProblem(status: 409, code: "SIGNING_RESTART") }
        let ratchet = key.state.withLock { $0.ratchet }
        let verified = try ServerSigning.verify(s3, attempt: attempt.attempt, nonce: nonce, ratchet: ratchet)
        let paillier = try PaillierPublicKey(N: Integer(bytes: key.record.N), suite: key.context.suite)
        let R2 = try JSONFields(JSONParser.parse(attempt.s2)).base64("R2")
        var s4 = try ServerSigning.answer(
            s3, verified, attempt: attempt.attempt, nonce: nonce, x2: key.share.x2, key: paillier, noise: nil,
            core: world.core, random: SystemRandom())
        if let cheat = state.withLock({ $0.cheat }) {
            s4 = try cheated(cheat, s3, attempt.attempt, R2: R2, paillier)
        }
        let final = s4
        let answer = Self.s4Body(final)
        key.state.withLock { state in
            state.ratchet = verified.ratchet
            state.attempt?.s3 = body
            state.attempt?.s4 = answer
            state.attempt?.c3 = final.c3
            state.attempt?.r = verified.r
        }
        return answer
    }

    /// A wrong c3 under the server's right signature.
    private func cheated(
        _ cheat: Cheat, _ s3: S3, _ attempt: ServerSigning.Attempt, R2: [UInt8], _ key: PaillierPublicKey
    ) throws -> S4 {
        let suite = attempt.context.suite
        let c3: [UInt8] =
            switch cheat {
            case .otherPlaintext: key.encrypt(Integer(5), randomness: Integer(7)).bytes(width: suite.n2)
            case .zeroC3: [UInt8](repeating: 0, count: suite.n2)
            case .c3SharesFactor: [UInt8](repeating: 0, count: suite.n) + attempt.context.N
            }
        let digest = SigningContext.s4Transcript(
            ssid: attempt.ssid, R1: s3.R1, R2: R2, ratchetNext: s3.ratchetNext, c3: c3
        ).digest
        return S4(c3: c3, signature: try world.core.sign(digest, random: SystemRandom()))
    }

    /// S5.
    func finish(_ id: String, _ body: [UInt8]) throws -> [UInt8] {
        let (key, attempt, fields) = try current(id, body)
        if attempt.s5 == body, let answer = attempt.s5Answer { return answer }
        guard let r = attempt.r, let c3 = attempt.c3 else {
            throw ServerProblem(status: 409, code: "SIGNING_STEP_OUT_OF_ORDER")
        }
        let ssid = attempt.attempt.ssid, context = attempt.attempt.context
        let endResult: String
        if try fields.optionalString("failure") == "C3_INVALID" {
            try ServerSigning.checkC3Invalid(
                proof: fields.base64("proof", bytes: 120), ssid: ssid, c3: c3, context: context)
            endResult = "DOCUMENT_UNUSABLE"
            key.state.withLock { $0.isLocked = true }
            state.withLock { $0.reports += 1 }
        } else {
            let s5 = S5(attempt: ssid, r: try fields.base64("r", bytes: 32), s: try fields.base64("s", bytes: 32))
            try ServerSigning.finish(s5, ssid: ssid, r: r, digest: context.digest, Q: key.record.Q)
            endResult = "OK"
            update(id) { $0.signature = s5.r + s5.s }
        }
        let answer = Array("{\"state\":\"COMPLETE\",\"endResult\":\"\(endResult)\"}".utf8)
        key.state.withLock { state in
            state.attempt?.s5 = body
            state.attempt?.s5Answer = answer
        }
        update(id) { $0.endResult = endResult }
        return answer
    }

    private func current(_ id: String, _ body: [UInt8]) throws -> (FakeKey, FakeKey.Attempt, JSONFields) {
        let fields = try JSONFields(JSONParser.parse(body))
        guard let session = session(id), let key = key(session.slot) else {
            throw ServerProblem(status: 404, code: "SESSION_NOT_FOUND")
        }
        guard let attempt = key.state.withLock({ $0.attempt }),
            attempt.attempt.ssid == (try fields.base64("attempt", bytes: 32))
        else { throw ServerProblem(status: 409, code: "SIGNING_RESTART") }
        return (key, attempt, fields)
    }

    private static func s2Body(_ s2: S2) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("attempt", base64: s2.attempt)
            w.member("keyId", s2.keyId)
            w.member("epoch", Int64(s2.epoch))
            w.member("signCounter", Int64(s2.signCounter))
            w.member("digest", base64: s2.digest)
            w.member("nonce", base64: s2.nonce)
            w.member("R2", base64: s2.R2)
            w.member("proof", base64: s2.proof)
            w.member("signature", base64: s2.signature)
            w.member("expiresAt", "2030-01-01T00:00:00Z")
        }
        return writer.bytes
    }

    private static func s4Body(_ s4: S4) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("c3", base64: s4.c3)
            w.member("signature", base64: s4.signature)
        }
        return writer.bytes
    }
}
