/// What both parties know of one signing run before its first message; sid1 binds all of it.
public struct SigningContext: Sendable, Equatable {
    public let suite: Suite
    public let keyId: String
    public let epoch: UInt64
    public let Q: Point
    public let Q1: Point
    /// `suite.n` bytes
    public let N: [UInt8]
    /// `suite.n2` bytes
    public let ckey: [UInt8]
    public let sessionId: String
    public let slot: Slot
    public let scheme: SigningScheme
    /// m, 32 bytes, fixed before the first message
    public let digest: [UInt8]

    /// - Throws: `SCHEME_NOT_ALLOWED` when the slot may not sign this scheme (wire appendix §9), `DIGEST_ENCODING`
    ///   unless m has 32 bytes.
    public init(
        suite: Suite, keyId: String, epoch: UInt64, Q: Point, Q1: Point, N: [UInt8], ckey: [UInt8], sessionId: String,
        slot: Slot, scheme: SigningScheme, digest: [UInt8]
    ) throws(CryptoError) {
        guard holds("SCHEME_NOT_ALLOWED", scheme.isAllowed(for: slot)) else {
            throw CryptoError("SCHEME_NOT_ALLOWED", "\(slot.rawValue) does not sign \(scheme.rawValue)")
        }
        guard holds("DIGEST_ENCODING", digest.count == 32) else {
            throw CryptoError("DIGEST_ENCODING", "m has 32 bytes")
        }
        self.init(
            anyScheme: suite, keyId: keyId, epoch: epoch, Q: Q, Q1: Q1, N: N, ckey: ckey, sessionId: sessionId,
            slot: slot, scheme: scheme, digest: digest)
    }

    /// The same without the table of schemes: for rebuilding an ssid out of a message that may be damaged, and for
    /// vectors that show what a forbidden pair would hash to.
    @_spi(Deterministic)
    public init(
        anyScheme suite: Suite, keyId: String, epoch: UInt64, Q: Point, Q1: Point, N: [UInt8], ckey: [UInt8],
        sessionId: String, slot: Slot, scheme: SigningScheme, digest: [UInt8]
    ) {
        self.suite = suite
        self.keyId = keyId
        self.epoch = epoch
        self.Q = Q
        self.Q1 = Q1
        self.N = N
        self.ckey = ckey
        self.sessionId = sessionId
        self.slot = slot
        self.scheme = scheme
        self.digest = digest
    }

    /// H("public-key", Q).
    public var publicKeyTranscript: Transcript {
        var transcript = Transcript("public-key")
        transcript.append(point: Q.encoding)
        return transcript
    }

    /// H("paillier-key", N, ckey).
    public var paillierKeyTranscript: Transcript {
        var transcript = Transcript("paillier-key")
        transcript.append(N)
        transcript.append(ckey)
        return transcript
    }

    /// The transcript of sid1.
    public func sid1Transcript(nonceP1: [UInt8]) -> Transcript {
        var transcript = Transcript("sid-sg1")
        transcript.append(suite.number)
        transcript.append(text: keyId)
        transcript.append(epoch)
        transcript.append(publicKeyTranscript.digest)
        transcript.append(paillierKeyTranscript.digest)
        transcript.append(text: sessionId)
        transcript.append(text: slot.rawValue)
        transcript.append(text: scheme.rawValue)
        transcript.append(digest)
        transcript.append(nonceP1)
        return transcript
    }

    /// C = H("commit", sid1, "P1", R1, opening).
    public static func commitmentTranscript(sid1: [UInt8], R1: [UInt8], opening: [UInt8]) -> Transcript {
        var transcript = Transcript("commit")
        transcript.append(sid1)
        transcript.append(text: Role.phone.rawValue)
        transcript.append(point: R1)
        transcript.append(opening)
        return transcript
    }

    /// The transcript of ssid_sg, which names the attempt.
    public static func ssidTranscript(
        sid1: [UInt8], commitment: [UInt8], signCounter: UInt64, nonceP2: [UInt8]
    ) -> Transcript {
        var transcript = Transcript("sid-sg")
        transcript.append(sid1)
        transcript.append(commitment)
        transcript.append(signCounter)
        transcript.append(nonceP2)
        return transcript
    }

    /// What the core key signs in S2.
    public static func s2Transcript(ssid: [UInt8], R2: [UInt8], proof: [UInt8]) -> Transcript {
        var transcript = Transcript("S2")
        transcript.append(ssid)
        transcript.append(point: R2)
        transcript.append(proof)
        return transcript
    }

    /// What the core key signs in S4.
    public static func s4Transcript(
        ssid: [UInt8], R1: [UInt8], R2: [UInt8], ratchetNext: [UInt8], c3: [UInt8]
    ) -> Transcript {
        var transcript = Transcript("S4")
        transcript.append(ssid)
        transcript.append(point: R1)
        transcript.append(point: R2)
        transcript.append(SHA256.hash(ratchetNext))
        transcript.append(c3)
        return transcript
    }

    static func proofOfR2(ssid: [UInt8], R2: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(.signingR2, ssid: ssid, role: .server, points: [R2], X: R2)
    }

    func proofOfR1(ssid: [UInt8], R1: [UInt8], R2: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(.signingR1, ssid: ssid, role: .phone, points: [R1, R2, Q1.encoding], X: R1)
    }

    func proofOfQ1(ssid: [UInt8], R1: [UInt8], R2: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(.signingQ1, ssid: ssid, role: .phone, points: [R1, R2, Q1.encoding], X: Q1.encoding)
    }

    /// The statement of a C3_INVALID report: that c3, under that attempt, did not give a signature.
    public func proofOfC3Invalid(ssid: [UInt8], c3: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(
            .c3Invalid, ssid: ssid, role: .phone, points: [Q1.encoding], extra: [SHA256.hash(c3)], X: Q1.encoding)
    }
}
