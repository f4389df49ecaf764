import Crypto
import Wire

/// The bodies of S2, S4 and the answer to S5. They are stored as they are sent, so that a repetition is byte-identical.
enum SigningAnswers {
    /// - Parameter expiresAt: Unix seconds
    static func encode(_ s2: S2, expiresAt: Int64) -> [UInt8] {
        var w = JSONWriter()
        w.object { w in
            w.member("attempt", base64: s2.attempt)
            w.member("keyId", s2.keyId)
            w.member("epoch", Int(s2.epoch))
            w.member("signCounter", Int64(s2.signCounter))
            w.member("digest", base64: s2.digest)
            w.member("nonce", base64: s2.nonce)
            w.member("R2", base64: s2.R2)
            w.member("proof", base64: s2.proof)
            w.member("signature", base64: s2.signature)
            w.member("expiresAt", Timestamp.format(unixSeconds: expiresAt))
        }
        return w.bytes
    }

    static func encode(_ s4: S4) -> [UInt8] {
        var w = JSONWriter()
        w.object { w in
            w.member("c3", base64: s4.c3)
            w.member("signature", base64: s4.signature)
        }
        return w.bytes
    }

    /// c3 out of a stored answer; nil for anything that `encode` did not write.
    static func c3(of answer: [UInt8]) -> [UInt8]? {
        guard let text = (try? JSONParser.parse(answer))?["c3"]?.string else { return nil }
        return Base64.decode(text)
    }

    static func finished(endResult: String, callbackUrl: String? = nil) -> [UInt8] {
        var w = JSONWriter()
        w.object { w in
            w.member("state", "COMPLETE")
            w.member("endResult", endResult)
            w.memberIfPresent("callbackUrl", callbackUrl)
        }
        return w.bytes
    }
}
