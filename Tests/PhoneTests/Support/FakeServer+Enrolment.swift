import Crypto
import Phone
import Synchronization
import Wire

extension FakeServer {
    /// K1 → K2.
    func enrolmentInit(_ body: [UInt8]) throws -> [UInt8] {
        let fields = try JSONFields(JSONParser.parse(body))
        let slots = try fields.array("slots", count: 1...2).map { item in
            let slot = try item.object()
            return K1Slot(
                slot: try Slot(rawValue: slot.string("slot")) ?? .signature,
                suite: UInt64(try slot.integer("suite", in: 1...2)), nonce: try slot.base64("nonce", bytes: 32),
                commitment: try slot.base64("commitment", bytes: 32))
        }
        let expiresAt: Int64 = Self.now + 600
        var contexts: [KeyGenerationContext] = [], answers: [K2Slot] = [], shares: [FakeShare] = []
        for (index, k1) in slots.enumerated() {
            let suite = try ServerKeyGeneration.check(k1)
            let context = KeyGenerationContext(
                enrolmentId: "d2e44e14-8a82-404c-a6c7-25eae0d2952e", documentNumber: Self.documentNumber,
                slot: k1.slot, suite: suite, nonceP1: k1.nonce, nonceP2: SHA256.hash(k1.nonce),
                parametersHash: world.parameters.parametersHash, keyId: "7b6b469d-8142-45be-9356-2b979133bed\(index)")
            let answer = try ServerKeyGeneration.respond(
                context: context, expiresAt: UInt64(expiresAt), core: world.core, random: SystemRandom())
            answers.append(answer.k2)
            shares.append(FakeShare(answer.x2.duplicate()))
            contexts.append(context)
        }
        let enrolment = Enrolment(body: body, contexts: contexts, k1: slots, shares: shares)
        state.withLock { $0.enrolment = enrolment }
        return k2Body(contexts, answers, expiresAt: expiresAt)
    }

    private func k2Body(_ contexts: [KeyGenerationContext], _ slots: [K2Slot], expiresAt: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("enrollmentId", contexts[0].enrolmentId)
            w.member("documentNumber", contexts[0].documentNumber)
            w.member("expiresAt", Timestamp.format(unixSeconds: expiresAt))
            w.memberObject("latinName") { w in
                w.member("givenName", "BAT")
                w.member("surname", "DORJ")
            }
            w.memberObject("parameters") { w in
                w.member("id", "rp-1")
                w.member("parametersHash", base64: world.parameters.parametersHash)
            }
            w.memberArray("slots") { w in
                for slot in slots {
                    w.object { w in
                        w.member("slot", slot.slot.rawValue)
                        w.member("keyId", slot.keyId)
                        w.member("nonce", base64: slot.nonce)
                        w.member("Q2", base64: slot.Q2)
                        w.member("proof", base64: slot.proof)
                        w.member("signature", base64: slot.signature)
                    }
                }
            }
        }
        return writer.bytes
    }

    /// K3 → K4; the same bytes get the same answer, others a refusal.
    func enrolmentComplete(_ body: [UInt8]) throws -> [UInt8] {
        guard let enrolment = state.withLock({ $0.enrolment }) else {
            throw ServerProblem(status: 404, code: "ENROLMENT_NOT_FOUND")
        }
        if let answer = enrolment.answer {
            guard enrolment.completeBody == body else {
                throw ServerProblem(status: 409, code: "ENROLMENT_STEP_TAKEN")
            }
            return answer
        }
        let fields = try JSONFields(JSONParser.parse(body))
        var keys: [FakeKey] = []
        for (index, item) in try fields.array("slots", count: 1...2).enumerated() {
            let slot = try item.object()
            let k3 = K3Slot(
                slot: enrolment.contexts[index].slot, Q1: try slot.base64("Q1"), opening: try slot.base64("opening"),
                proof: try slot.base64("proof"), N: try slot.base64("N"), ckey: try slot.base64("ckey"),
                modulusProof: try slot.base64("modulusProof"), smallFactorProof: try slot.base64("smallFactorProof"),
                discreteLogProof: try slot.base64("discreteLogProof"), Q: try slot.base64("Q"),
                ratchetNext: try slot.base64("ratchetNext"))
            let verified = try ServerKeyGeneration.complete(
                k3, k1: enrolment.k1[index], context: enrolment.contexts[index], x2: enrolment.shares[index].x2,
                parameters: world.parameters, modulusSeen: { _ in false }, random: SystemRandom())
            keys.append(FakeKey(verified, enrolment.contexts[index], enrolment.shares[index]))
        }
        let answer = try k4Body(keys)
        state.withLock { state in
            state.keys = keys
            state.enrolment?.completeBody = body
            state.enrolment?.answer = answer
        }
        return answer
    }

    private func k4Body(_ keys: [FakeKey]) throws -> [UInt8] {
        let (otherKey, swapped) = state.withLock { ($0.certifiesOtherKey, $0.swapsUsage) }
        let chain = [world.issuing.certificate, world.root.certificate]
        var writer = JSONWriter()
        try writer.object { w in
            w.member("documentNumber", Self.documentNumber)
            w.member("deviceToken", Self.deviceToken)
            try w.memberArray("slots") { w in
                for key in keys {
                    let isLogin = (key.context.slot == .authentication) != swapped
                    let point = otherKey ? key.record.Q1 : key.record.Q
                    let leaf = try world.certificate(point.encoding, isLogin ? .authentication : .signature)
                    let digest = key.context.k4Transcript(
                        k3: key.record.transcript, leaf: leaf, chain: chain, deviceToken: Self.deviceToken
                    ).digest
                    let signature = try world.core.sign(digest, random: SystemRandom())
                    w.object { w in
                        w.member("slot", key.context.slot.rawValue)
                        w.member("certificate", base64: leaf)
                        w.memberArray("chain") { w in for der in chain { w.value(base64: der) } }
                        w.member("certificateLevel", "QUALIFIED")
                        w.member("signature", base64: signature)
                    }
                }
            }
        }
        return writer.bytes
    }
}
