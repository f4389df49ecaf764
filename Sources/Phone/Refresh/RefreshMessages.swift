import Crypto
import Wire

/// F1 and F3 as JSON, F2 out of JSON (docs/protocol.md, Refresh).
enum RefreshMessages {
    /// - Parameter authCode: the state of a verified identity; nil when the refresh needs none
    static func initBody(_ f1: F1, authCode: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("slot", f1.slot.rawValue)
            $0.member("suite", Int64(f1.suite))
            $0.member("epoch", Int64(f1.epoch))
            $0.member("nonce", base64: f1.nonce)
            $0.member("commitment", base64: f1.commitment)
            $0.memberIfPresent("danAuthCode", authCode)
        }
        return writer.bytes
    }

    static func completeBody(refreshId: String, _ f3: F3) -> [UInt8] {
        var writer = JSONWriter(reserving: 80_000)
        writer.object {
            $0.member("refreshId", refreshId)
            $0.member("factor", base64: f3.factor)
            $0.member("opening", base64: f3.opening)
            $0.member("Q1", base64: f3.Q1)
            $0.member("proof", base64: f3.proof)
            $0.member("N", base64: f3.N)
            $0.member("ckey", base64: f3.ckey)
            $0.member("modulusProof", base64: f3.modulusProof)
            $0.member("smallFactorProof", base64: f3.smallFactorProof)
            $0.member("discreteLogProof", base64: f3.discreteLogProof)
            $0.member("Q", base64: f3.Q)
        }
        return writer.bytes
    }

    /// F2 and what travels beside it.
    struct InitAnswer {
        let head: PhoneKeyGeneration.Head
        let f2: F2
    }

    /// - Throws: `F2_ENCODING`
    static func initAnswer(_ fields: JSONFields, documentNumber: String) throws(PhoneError) -> InitAnswer {
        try PhoneError.reading("F2_ENCODING") { () throws(FieldError) in
            guard let expiresAt = Timestamp.parse(try fields.string("expiresAt")), expiresAt >= 0 else {
                throw fields.error("expiresAt", expected: "a time YYYY-MM-DDTHH:MM:SSZ")
            }
            let parameters = try fields.object("parameters")
            return InitAnswer(
                head: PhoneKeyGeneration.Head(
                    enrolmentId: try fields.string("refreshId", characters: 1...128), documentNumber: documentNumber,
                    expiresAt: UInt64(expiresAt), parametersHash: try parameters.base64("parametersHash", bytes: 32)),
                f2: F2(
                    keyId: try fields.string("keyId", characters: 1...128),
                    epoch: UInt64(try fields.integer("epoch", in: 1...(1 << 53))),
                    nonce: try fields.base64("nonce", bytes: 32), factor: try fields.base64("factor", bytes: 32),
                    signature: try fields.base64("signature", bytes: 64)))
        }
    }

    /// The sessions of the two runs.
    struct Runs {
        /// nil where the proof of identity has authorised.
        let authorisation: String?
        let possession: String
    }

    static func runs(_ fields: JSONFields) throws(PhoneError) -> Runs {
        try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            Runs(
                authorisation: try fields.optionalObject("authorisation").map { (run) throws(FieldError) in
                    try run.string("sessionId", characters: 1...128)
                }, possession: try fields.object("possession").string("sessionId", characters: 1...128))
        }
    }
}
