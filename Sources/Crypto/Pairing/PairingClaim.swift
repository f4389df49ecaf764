/// What a phone signs when it brings a pairing code: that this key is the one to be paired, with this installation,
/// over a connection to this certificate. A code alone could be spent for somebody else's key, and a signature that a
/// phone has made for another server is worth nothing here.
public struct PairingClaim: Sendable, Equatable {
    /// The installation's id, a UUID in lower case.
    public let serviceId: String
    /// SHA-256 of the DER of the server's certificate, 32 bytes: the one of the QR code, which the phone has met.
    public let fingerprint: [UInt8]
    /// Six digits.
    public let code: String
    /// The key to be paired.
    public let publicKey: Point
    /// What the phone calls itself; empty when it says nothing.
    public let name: String

    public init(serviceId: String, fingerprint: [UInt8], code: String, publicKey: Point, name: String) {
        self.serviceId = serviceId
        self.fingerprint = fingerprint
        self.code = code
        self.publicKey = publicKey
        self.name = name
    }

    /// What is signed: ECDSA with SHA-256 over the preimage of this transcript.
    public var transcript: Transcript {
        var transcript = Transcript("pairing-claim")
        transcript.append(text: serviceId)
        transcript.append(fingerprint)
        transcript.append(text: code)
        transcript.append(point: publicKey.encoding)
        transcript.append(text: name)
        return transcript
    }

    /// The phone's signature.
    /// - Parameter key: the one whose public half is `publicKey`
    /// - Returns: DER
    /// - Throws: `CRYPTO_LIBRARY`
    public func sign(with key: P256SigningKey) throws(CryptoError) -> [UInt8] { try key.sign(transcript.preimage) }

    /// The server's check.
    /// - Parameter signature: DER as a phone's hardware gives it; either of s and q − s, since a code is spent once
    /// - Throws: `PAIRING_PROOF`
    public func verify(_ signature: [UInt8]) throws(CryptoError) {
        guard let raw = try? ECDSASignatureDER.decode(signature),
            holds(
                "PAIRING_PROOF/signature",
                ECDSA.isValid(
                    r: Array(raw.prefix(32)), s: Array(raw.suffix(32)), digest: transcript.digest, publicKey: publicKey)
            )
        else { throw CryptoError("PAIRING_PROOF", "the signature is not this key's over this claim") }
    }
}
