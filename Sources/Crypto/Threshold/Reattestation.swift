/// The proof with which a citizen gives a document another attested key: of x1, which only the PIN opens, over that key
/// and a nonce of the server (mobile-api §2, wire appendix §5). The token alone must not adopt a new phone.
public struct Reattestation: Sendable, Equatable {
    public let documentNumber: String
    /// Of the slot whose share is proved: AUTH where there is one, else SIGN.
    public let keyId: String
    /// The new attested key as its header names it.
    public let attestedKey: String
    /// The server's nonce as its header names it.
    public let nonce: String

    public init(documentNumber: String, keyId: String, attestedKey: String, nonce: String) {
        self.documentNumber = documentNumber
        self.keyId = keyId
        self.attestedKey = attestedKey
        self.nonce = nonce
    }

    /// The transcript of the proof's ssid.
    public var ssidTranscript: Transcript {
        var transcript = Transcript("sid-reattest")
        transcript.append(text: documentNumber)
        transcript.append(text: keyId)
        transcript.append(text: attestedKey)
        transcript.append(text: nonce)
        return transcript
    }

    /// What is proved.
    /// - Parameter Q1: of the slot, 65 bytes
    public func statement(Q1: [UInt8]) -> SchnorrProof.Statement {
        SchnorrProof.Statement(.reattest, ssid: ssidTranscript.digest, role: .phone, points: [Q1], X: Q1)
    }

    /// The server's check.
    /// - Parameter proof: 120 bytes
    /// - Throws: `DL_REATTEST`
    public func check(proof: [UInt8], Q1: [UInt8]) throws(CryptoError) {
        try SchnorrProof.check(proof, statement(Q1: Q1))
    }
}
