import Crypto
import Wire

/// S1, S3 and S5 as JSON, S2 and S4 out of JSON (wire appendix §8, mobile-api §6).
enum SigningBodies {
    /// - Parameter epoch: of the key that signs: a key that has another by now is not asked in vain
    static func commit(_ s1: S1, _ job: SigningJob, epoch: UInt64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("documentNumber", job.documentNumber)
            $0.member("nonce", base64: s1.nonce)
            $0.member("commitment", base64: s1.commitment)
            $0.member("interactionTypeUsed", job.interactionTypeUsed)
            $0.memberIfPresent("userChallenge", job.userChallenge)
            $0.memberIfPresent("confirmVc", job.confirmVc)
            $0.member("epoch", Int64(epoch))
        }
        return writer.bytes
    }

    static func prove(_ s3: S3) -> [UInt8] {
        var writer = JSONWriter(reserving: 2_048)
        writer.object { writer in
            writer.member("attempt", base64: s3.attempt)
            writer.member("R1", base64: s3.R1)
            writer.member("opening", base64: s3.opening)
            writer.member("proof", base64: s3.proof)
            writer.member("shareProof", base64: s3.shareProof)
            writer.member("digest", base64: s3.digest)
            writer.memberArray("ratchet") { list in for token in s3.ratchet { list.value(base64: token) } }
            writer.member("ratchetNext", base64: s3.ratchetNext)
        }
        return writer.bytes
    }

    static func finish(_ s5: S5) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("attempt", base64: s5.attempt)
            $0.member("r", base64: s5.r)
            $0.member("s", base64: s5.s)
        }
        return writer.bytes
    }

    /// The report of a wrong c3. Neither the plaintext nor r, s go with it: the plaintext of a malicious c3 holds x1.
    static func report(attempt: [UInt8], proof: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("attempt", base64: attempt)
            $0.member("failure", "C3_INVALID")
            $0.member("proof", base64: proof)
        }
        return writer.bytes
    }

    /// - Throws: `S2_ENCODING`
    static func s2(_ body: [UInt8]) throws(PhoneError) -> S2 {
        let fields = try PhoneClient.fields(body, code: "S2_ENCODING")
        return try PhoneError.reading("S2_ENCODING") { () throws(FieldError) in
            S2(
                attempt: try fields.base64("attempt", bytes: 32), keyId: try fields.string("keyId", maxCharacters: 128),
                epoch: UInt64(try fields.integer("epoch", in: 0...(1 << 53))),
                signCounter: UInt64(try fields.integer("signCounter", in: 1...(1 << 53) - 1)),
                digest: try fields.base64("digest", bytes: 32), nonce: try fields.base64("nonce", bytes: 32),
                R2: try fields.base64("R2", bytes: 65), proof: try fields.base64("proof", bytes: 120),
                signature: try fields.base64("signature", bytes: 64))
        }
    }

    /// Reads back what `prove` wrote, from the state file.
    /// - Throws: `STATE_ENCODING`
    static func s3(_ body: [UInt8]) throws(PhoneError) -> S3 {
        let fields = try PhoneClient.fields(body, code: "STATE_ENCODING")
        return try PhoneError.reading("STATE_ENCODING") { () throws(FieldError) in
            S3(
                attempt: try fields.base64("attempt", bytes: 32), R1: try fields.base64("R1", bytes: 65),
                opening: try fields.base64("opening", bytes: 32), proof: try fields.base64("proof", bytes: 120),
                shareProof: try fields.base64("shareProof", bytes: 120),
                digest: try fields.base64("digest", bytes: 32),
                ratchet: try fields.array("ratchet", count: 1...Ratchet.candidateLimit).mapTyped {
                    (item) throws(FieldError) in try item.base64(bytes: 32)
                }, ratchetNext: try fields.base64("ratchetNext", bytes: 32))
        }
    }

    /// - Throws: `C3_ENCODING`; width and range of c3 are the core's
    static func s4(_ body: [UInt8]) throws(PhoneError) -> S4 {
        let fields = try PhoneClient.fields(body, code: "C3_ENCODING")
        return try PhoneError.reading("C3_ENCODING") { () throws(FieldError) in
            S4(c3: try fields.base64("c3", max: 1_024), signature: try fields.base64("signature", max: 128))
        }
    }

    /// The endResult in the answer to S5.
    /// - Throws: `RESPONSE_ENCODING`
    static func endResult(_ body: [UInt8]) throws(PhoneError) -> String {
        let fields = try PhoneClient.fields(body)
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            try fields.string("endResult", maxCharacters: 64)
        }
    }
}
