import Crypto
import Wire

/// K1 and K3 as JSON, K2 and K4 out of JSON (wire appendix §7, mobile-api §4).
enum EnrolmentMessages {
    /// The body of init: K1.
    static func initBody(_ request: EnrolmentRequest, slots: [K1Slot]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("danAuthCode", request.authCode)
            writer.member("platform", request.platform.rawValue)
            writer.member("deviceName", request.deviceName)
            writer.memberIfPresent("pushToken", request.pushToken)
            writer.memberArray("slots") { list in
                for slot in slots {
                    list.object {
                        $0.member("slot", slot.slot.rawValue)
                        $0.member("suite", Int64(slot.suite))
                        $0.member("nonce", base64: slot.nonce)
                        $0.member("commitment", base64: slot.commitment)
                    }
                }
            }
        }
        return writer.bytes
    }

    /// The body of complete: K3.
    static func completeBody(enrollmentId: String, latinName: LatinName, slots: [K3Slot]) -> [UInt8] {
        var writer = JSONWriter(reserving: 160_000)
        writer.object { writer in
            writer.member("enrollmentId", enrollmentId)
            writer.member("latinName") { latinName.write(to: &$0) }
            writer.memberArray("slots") { list in
                for slot in slots {
                    list.object {
                        $0.member("slot", slot.slot.rawValue)
                        $0.member("Q1", base64: slot.Q1)
                        $0.member("opening", base64: slot.opening)
                        $0.member("proof", base64: slot.proof)
                        $0.member("N", base64: slot.N)
                        $0.member("ckey", base64: slot.ckey)
                        $0.member("modulusProof", base64: slot.modulusProof)
                        $0.member("smallFactorProof", base64: slot.smallFactorProof)
                        $0.member("discreteLogProof", base64: slot.discreteLogProof)
                        $0.member("Q", base64: slot.Q)
                        $0.member("ratchetNext", base64: slot.ratchetNext)
                    }
                }
            }
        }
        return writer.bytes
    }

    /// The slots of a `completeBody`, for the K4 signature after a restart.
    static func k3Slots(of body: [UInt8]) throws(PhoneError) -> [K3Slot] {
        let fields = try PhoneClient.fields(body, code: "STATE_ENCODING")
        return try PhoneError.reading("STATE_ENCODING") { () throws(FieldError) in
            try fields.array("slots", count: 1...2).mapTyped { (item) throws(FieldError) in
                let slot = try item.object()
                return K3Slot(
                    slot: try Self.slot(slot), Q1: try slot.base64("Q1"), opening: try slot.base64("opening"),
                    proof: try slot.base64("proof"), N: try slot.base64("N"), ckey: try slot.base64("ckey"),
                    modulusProof: try slot.base64("modulusProof", max: 131_072),
                    smallFactorProof: try slot.base64("smallFactorProof"),
                    discreteLogProof: try slot.base64("discreteLogProof"), Q: try slot.base64("Q"),
                    ratchetNext: try slot.base64("ratchetNext"))
            }
        }
    }

    /// K2 and what travels beside it.
    struct InitAnswer {
        let head: PhoneKeyGeneration.Head
        let latinName: LatinName
        let slots: [K2Slot]
    }

    /// - Throws: `K2_ENCODING`
    static func initAnswer(_ fields: JSONFields) throws(PhoneError) -> InitAnswer {
        try PhoneError.reading("K2_ENCODING") { () throws(FieldError) in
            guard let expiresAt = Timestamp.parse(try fields.string("expiresAt")), expiresAt >= 0 else {
                throw fields.error("expiresAt", expected: "a time YYYY-MM-DDTHH:MM:SSZ")
            }
            let parameters = try fields.object("parameters")
            let head = PhoneKeyGeneration.Head(
                enrolmentId: try fields.string("enrollmentId", characters: 1...128),
                documentNumber: try fields.string("documentNumber", characters: 1...128),
                expiresAt: UInt64(expiresAt), parametersHash: try parameters.base64("parametersHash", bytes: 32))
            let slots = try fields.array("slots", count: 1...2).mapTyped { (item) throws(FieldError) in
                let slot = try item.object()
                return K2Slot(
                    slot: try Self.slot(slot), keyId: try slot.string("keyId", characters: 1...128),
                    nonce: try slot.base64("nonce", bytes: 32), Q2: try slot.base64("Q2", bytes: 65),
                    proof: try slot.base64("proof", bytes: 120), signature: try slot.base64("signature", bytes: 64))
            }
            return InitAnswer(head: head, latinName: try LatinName(fields.object("latinName")), slots: slots)
        }
    }

    /// K4 of one slot.
    struct K4Slot {
        let slot: Slot
        let certificate: [UInt8]
        let chain: [[UInt8]]
        let certificateLevel: String
        let signature: [UInt8]
    }

    struct CompleteAnswer {
        let documentNumber: String
        let deviceToken: String
        let slots: [K4Slot]
    }

    /// - Throws: `K4_ENCODING`
    static func completeAnswer(_ fields: JSONFields) throws(PhoneError) -> CompleteAnswer {
        try PhoneError.reading("K4_ENCODING") { () throws(FieldError) in
            let slots = try fields.array("slots", count: 1...2).mapTyped { (item) throws(FieldError) in
                let slot = try item.object()
                return K4Slot(
                    slot: try Self.slot(slot), certificate: try slot.base64("certificate", max: 16_384),
                    chain: try slot.array("chain", count: 0...8).mapTyped { (der) throws(FieldError) in
                        try der.base64(max: 16_384)
                    }, certificateLevel: try slot.optionalString("certificateLevel", maxCharacters: 64) ?? "",
                    signature: try slot.base64("signature", bytes: 64))
            }
            return CompleteAnswer(
                documentNumber: try fields.string("documentNumber", characters: 1...128),
                deviceToken: try fields.string("deviceToken", characters: 1...1_024), slots: slots)
        }
    }

    private static func slot(_ fields: JSONFields) throws(FieldError) -> Slot {
        guard let slot = Slot(rawValue: try fields.string("slot", maxCharacters: 16)) else {
            throw fields.error("slot", expected: "AUTH or SIGN")
        }
        return slot
    }
}
