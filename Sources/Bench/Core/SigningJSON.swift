import Crypto
import Wire

/// The bodies of the signing messages in both directions (wire appendix §8), as a server and a phone exchange them.
enum SigningJSON {
    static func encode(_ s1: S1) -> [UInt8] {
        object { w in
            w.member("nonce", base64: s1.nonce)
            w.member("commitment", base64: s1.commitment)
        }
    }

    static func s1(_ body: [UInt8]) throws(BenchError) -> S1 {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            S1(nonce: try fields.base64("nonce", bytes: 32), commitment: try fields.base64("commitment", bytes: 32))
        }
    }

    static func encode(_ s2: S2) -> [UInt8] {
        object { w in
            w.member("attempt", base64: s2.attempt)
            w.member("keyId", s2.keyId)
            w.member("epoch", Int64(s2.epoch))
            w.member("signCounter", Int64(s2.signCounter))
            w.member("digest", base64: s2.digest)
            w.member("nonce", base64: s2.nonce)
            w.member("R2", base64: s2.R2)
            w.member("proof", base64: s2.proof)
            w.member("signature", base64: s2.signature)
        }
    }

    static func s2(_ body: [UInt8]) throws(BenchError) -> S2 {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            S2(
                attempt: try fields.base64("attempt", bytes: 32), keyId: try fields.string("keyId"),
                epoch: UInt64(try fields.integer("epoch", in: 1...(1 << 53))),
                signCounter: UInt64(try fields.integer("signCounter", in: 1...(1 << 53) - 1)),
                digest: try fields.base64("digest", bytes: 32), nonce: try fields.base64("nonce", bytes: 32),
                R2: try fields.base64("R2", bytes: 65), proof: try fields.base64("proof", bytes: 120),
                signature: try fields.base64("signature", bytes: 64))
        }
    }

    static func encode(_ s3: S3) -> [UInt8] {
        object { w in
            w.member("attempt", base64: s3.attempt)
            w.member("R1", base64: s3.R1)
            w.member("opening", base64: s3.opening)
            w.member("proof", base64: s3.proof)
            w.member("shareProof", base64: s3.shareProof)
            w.member("digest", base64: s3.digest)
            w.memberArray("ratchet") { list in for token in s3.ratchet { list.value(base64: token) } }
            w.member("ratchetNext", base64: s3.ratchetNext)
        }
    }

    static func s3(_ body: [UInt8]) throws(BenchError) -> S3 {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            var ratchet: [[UInt8]] = []
            for token in try fields.array("ratchet", count: 1...15) { ratchet.append(try token.base64(bytes: 32)) }
            return S3(
                attempt: try fields.base64("attempt", bytes: 32), R1: try fields.base64("R1"),
                opening: try fields.base64("opening"), proof: try fields.base64("proof"),
                shareProof: try fields.base64("shareProof"), digest: try fields.base64("digest"), ratchet: ratchet,
                ratchetNext: try fields.base64("ratchetNext"))
        }
    }

    static func encode(_ s4: S4) -> [UInt8] {
        object { w in
            w.member("c3", base64: s4.c3)
            w.member("signature", base64: s4.signature)
        }
    }

    static func s4(_ body: [UInt8]) throws(BenchError) -> S4 {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            S4(c3: try fields.base64("c3"), signature: try fields.base64("signature", bytes: 64))
        }
    }

    static func encode(_ s5: S5) -> [UInt8] {
        object { w in
            w.member("attempt", base64: s5.attempt)
            w.member("r", base64: s5.r)
            w.member("s", base64: s5.s)
        }
    }

    static func s5(_ body: [UInt8]) throws(BenchError) -> S5 {
        let fields = try fields(body)
        return try BenchError.reading { () throws(FieldError) in
            S5(
                attempt: try fields.base64("attempt", bytes: 32), r: try fields.base64("r"),
                s: try fields.base64("s"))
        }
    }

    /// The answer to S5.
    static func finished() -> [UInt8] {
        object { w in
            w.member("state", "COMPLETE")
            w.member("endResult", "OK")
        }
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
