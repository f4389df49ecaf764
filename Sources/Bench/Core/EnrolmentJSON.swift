import Crypto
import Wire

/// The bodies of the key generation messages of one slot in both directions (wire appendix §7).
enum EnrolmentJSON {
    static func encode(_ k1: K1Slot) -> [UInt8] {
        object { w in
            w.member("slot", k1.slot.rawValue)
            w.member("suite", Int64(k1.suite))
            w.member("nonce", base64: k1.nonce)
            w.member("commitment", base64: k1.commitment)
        }
    }

    static func k1(_ body: [UInt8]) throws(BenchError) -> K1Slot {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            K1Slot(
                slot: try slot(fields), suite: UInt64(try fields.integer("suite", in: 1...255)),
                nonce: try fields.base64("nonce", bytes: 32), commitment: try fields.base64("commitment", bytes: 32))
        }
    }

    static func encode(_ k2: K2Slot) -> [UInt8] {
        object { w in
            w.member("slot", k2.slot.rawValue)
            w.member("keyId", k2.keyId)
            w.member("nonce", base64: k2.nonce)
            w.member("Q2", base64: k2.Q2)
            w.member("proof", base64: k2.proof)
            w.member("signature", base64: k2.signature)
        }
    }

    static func k2(_ body: [UInt8]) throws(BenchError) -> K2Slot {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            K2Slot(
                slot: try slot(fields), keyId: try fields.string("keyId"), nonce: try fields.base64("nonce", bytes: 32),
                Q2: try fields.base64("Q2", bytes: 65), proof: try fields.base64("proof", bytes: 120),
                signature: try fields.base64("signature", bytes: 64))
        }
    }

    static func encode(_ k3: K3Slot) -> [UInt8] {
        object { w in
            w.member("slot", k3.slot.rawValue)
            w.member("Q1", base64: k3.Q1)
            w.member("opening", base64: k3.opening)
            w.member("proof", base64: k3.proof)
            w.member("N", base64: k3.N)
            w.member("ckey", base64: k3.ckey)
            w.member("modulusProof", base64: k3.modulusProof)
            w.member("smallFactorProof", base64: k3.smallFactorProof)
            w.member("discreteLogProof", base64: k3.discreteLogProof)
            w.member("Q", base64: k3.Q)
            w.member("ratchetNext", base64: k3.ratchetNext)
        }
    }

    static func k3(_ body: [UInt8]) throws(BenchError) -> K3Slot {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            K3Slot(
                slot: try slot(fields), Q1: try fields.base64("Q1"), opening: try fields.base64("opening"),
                proof: try fields.base64("proof"), N: try fields.base64("N"), ckey: try fields.base64("ckey"),
                modulusProof: try fields.base64("modulusProof"),
                smallFactorProof: try fields.base64("smallFactorProof"),
                discreteLogProof: try fields.base64("discreteLogProof"), Q: try fields.base64("Q"),
                ratchetNext: try fields.base64("ratchetNext"))
        }
    }

    /// K4 without certificate and chain, which the core does not make.
    static func k4(signature: [UInt8]) -> [UInt8] {
        object { $0.member("signature", base64: signature) }
    }

    private static func slot(_ fields: JSONFields) throws(FieldError) -> Slot {
        guard let slot = Slot(rawValue: try fields.string("slot")) else {
            throw fields.error("slot", expected: "AUTH or SIGN")
        }
        return slot
    }

    private static func object(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(content)
        return writer.bytes
    }

    private static func fields(_ body: [UInt8]) throws(BenchError) -> JSONFields {
        guard let value = try? JSONParser.parse(body) else { throw BenchError("a message is no JSON") }
        return try BenchError.reading { () throws(FieldError) in try JSONFields(value) }
    }
}
