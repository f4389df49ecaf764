import Crypto
import Wire

/// A signing run from the moment before its S3 leaves until its end is known. With the PIN it can be taken up again
/// after a restart of the phone: the server has at most one c3 for the session, and gives it for the same S3 only.
public struct OpenRun: Sendable, Equatable {
    public let sessionId: String
    public let scheme: SigningScheme
    /// m, 32 bytes
    public let digest: [UInt8]
    /// The seed from which k1, nonce and opening of S1 are drawn again, sealed under the run key inside the share.
    public let sealedSeed: [UInt8]
    /// The counter before this run, so that its S2 can be checked again.
    public let previousSignCounter: UInt64
    /// The answer to commit, as received.
    public let s2: [UInt8]
    /// The body of prove, byte for byte.
    public let s3: [UInt8]
    /// t' of this S3, 32 bytes.
    public let ratchetToken: [UInt8]
    /// Where the citizen's browser goes afterwards; nil when the flow has no such address.
    public let callbackURL: String?

    init(
        sessionId: String, scheme: SigningScheme, digest: [UInt8], sealedSeed: [UInt8], previousSignCounter: UInt64,
        s2: [UInt8], s3: [UInt8], ratchetToken: [UInt8], callbackURL: String?
    ) {
        self.sessionId = sessionId
        self.scheme = scheme
        self.digest = digest
        self.sealedSeed = sealedSeed
        self.previousSignCounter = previousSignCounter
        self.s2 = s2
        self.s3 = s3
        self.ratchetToken = ratchetToken
        self.callbackURL = callbackURL
    }

    /// Until when the server takes its S3, Unix seconds, as S2 says; no signature covers it. 0 when S2 does not say.
    var expiresAt: Int64 {
        guard let fields = try? PhoneClient.fields(s2, code: "S2_ENCODING"),
            let text = try? fields.string("expiresAt", maxCharacters: 64)
        else { return 0 }
        return Timestamp.parse(text) ?? 0
    }

    init(_ fields: JSONFields) throws(FieldError) {
        sessionId = try fields.string("sessionId", characters: 1...128)
        guard let scheme = SigningScheme(rawValue: try fields.string("scheme")) else {
            throw fields.error("scheme", expected: "a signature protocol")
        }
        self.scheme = scheme
        digest = try fields.base64("digest", bytes: 32)
        sealedSeed = try fields.base64("sealedSeed", max: 256)
        previousSignCounter = UInt64(try fields.integer("previousSignCounter", in: 0...(1 << 53)))
        s2 = try fields.base64("s2")
        s3 = try fields.base64("s3")
        ratchetToken = try fields.base64("ratchetToken", bytes: 32)
        callbackURL = try fields.optionalString("callbackURL", maxCharacters: 8_192)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("sessionId", sessionId)
            writer.member("scheme", scheme.rawValue)
            writer.member("digest", base64: digest)
            writer.member("sealedSeed", base64: sealedSeed)
            writer.member("previousSignCounter", Int64(previousSignCounter))
            writer.member("s2", base64: s2)
            writer.member("s3", base64: s3)
            writer.member("ratchetToken", base64: ratchetToken)
            writer.memberIfPresent("callbackURL", callbackURL)
        }
    }
}
