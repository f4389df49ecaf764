/// What both parties know of one slot's key generation after K2; ssid_kg binds all of it.
public struct KeyGenerationContext: Sendable, Equatable {
    public let enrolmentId: String
    public let documentNumber: String
    public let slot: Slot
    public let suite: Suite
    public let nonceP1: [UInt8]
    public let nonceP2: [UInt8]
    public let parametersHash: [UInt8]
    public let keyId: String

    public init(
        enrolmentId: String, documentNumber: String, slot: Slot, suite: Suite, nonceP1: [UInt8], nonceP2: [UInt8],
        parametersHash: [UInt8], keyId: String
    ) {
        self.enrolmentId = enrolmentId
        self.documentNumber = documentNumber
        self.slot = slot
        self.suite = suite
        self.nonceP1 = nonceP1
        self.nonceP2 = nonceP2
        self.parametersHash = parametersHash
        self.keyId = keyId
    }

    /// The transcript of ssid_kg.
    public var transcript: Transcript {
        var transcript = Transcript("sid-kg")
        transcript.append(text: enrolmentId)
        transcript.append(text: documentNumber)
        transcript.append(text: slot.rawValue)
        transcript.append(suite.number)
        transcript.append(nonceP1)
        transcript.append(nonceP2)
        transcript.append(parametersHash)
        transcript.append(text: keyId)
        return transcript
    }

    /// 32 bytes.
    public var ssid: [UInt8] { transcript.digest }

    /// C1 = H("commit", "kg", "P1", suite, slot, nonceP1, Q1, opening).
    public static func commitment(
        suite: UInt64, slot: Slot, nonceP1: [UInt8], Q1: [UInt8], opening: [UInt8]
    ) -> Transcript {
        var transcript = Transcript("commit")
        transcript.append(text: "kg")
        transcript.append(text: Role.phone.rawValue)
        transcript.append(suite)
        transcript.append(text: slot.rawValue)
        transcript.append(nonceP1)
        transcript.append(point: Q1)
        transcript.append(opening)
        return transcript
    }

    /// What the core key signs in K2.
    /// - Parameter expiresAt: Unix seconds
    public func k2Transcript(Q2: [UInt8], proof: [UInt8], expiresAt: UInt64) -> Transcript {
        var transcript = Transcript("K2")
        transcript.append(ssid)
        transcript.append(text: keyId)
        transcript.append(point: Q2)
        transcript.append(proof)
        transcript.append(parametersHash)
        transcript.append(expiresAt)
        return transcript
    }

    /// What the core key signs in K4.
    /// - Parameters:
    ///   - k3: the slot's TLV
    ///   - leaf: DER; `chain` likewise, in the order sent
    ///   - deviceToken: the token's text
    public func k4Transcript(k3: [UInt8], leaf: [UInt8], chain: [[UInt8]], deviceToken: String) -> Transcript {
        var transcript = Transcript("K4")
        transcript.append(ssid)
        transcript.append(SHA256.hash(k3))
        transcript.append(SHA256.hash(leaf))
        transcript.append(.list(chain.map { .bytes(SHA256.hash($0)) }))
        transcript.append(SHA256.hash(Array(deviceToken.utf8)))
        return transcript
    }

    func proofOfQ2(_ Q2: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(.keyGenerationQ2, ssid: ssid, role: .server, points: [Q2], X: Q2)
    }

    func proofOfQ1(_ Q1: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(.keyGenerationQ1, ssid: ssid, role: .phone, points: [Q1], X: Q1)
    }
}

extension SchnorrProof {
    /// Decodes and verifies a proof inside a message, where every failure is the message's one code.
    static func check(_ bytes: [UInt8], _ statement: Statement) throws(CryptoError) {
        do {
            try SchnorrProof(decoding: bytes).verify(statement)
        } catch {
            if statement.purpose.isBinding { throw CryptoError(statement.purpose.messageCode, error.code) }
        }
    }
}
