import Crypto

/// A relying party's request for a session, decoded and within every bound of rp-api.md §3.1 and §3.3. Texts that are
/// hashed or echoed are exactly as they came.
public struct SessionRequest: Sendable, Equatable {
    /// What the citizen's key is to sign.
    public enum Content: Sendable, Equatable {
        /// Base64 text of 32 to 64 bytes.
        case authentication(rpChallenge: String)
        /// The 32 bytes of a SHA-256 digest.
        case signature(digest: [UInt8])
    }

    /// Lower-case UUID.
    public var relyingPartyUUID: String
    /// As sent: its bytes are signed.
    public var relyingPartyName: String
    /// The least that the certificate must promise.
    public var certificateLevel: CertificateLevel
    public var content: Content
    public var interactions: Interactions
    /// As sent; nil when absent.
    public var initialCallbackUrl: String?
    /// `vcType: numeric4`: the code follows from rpChallenge, and the relying party computes it by itself.
    public var derivesCode: Bool

    public init(
        relyingPartyUUID: String, relyingPartyName: String, certificateLevel: CertificateLevel, content: Content,
        interactions: Interactions, initialCallbackUrl: String?, derivesCode: Bool
    ) {
        self.relyingPartyUUID = relyingPartyUUID
        self.relyingPartyName = relyingPartyName
        self.certificateLevel = certificateLevel
        self.content = content
        self.interactions = interactions
        self.initialCallbackUrl = initialCallbackUrl
        self.derivesCode = derivesCode
    }

    public var flow: SessionFlow {
        switch content {
        case .authentication: .authentication
        case .signature: .signature
        }
    }

    /// `signatureProtocol` of the session: which message is signed.
    public var signatureProtocol: String {
        switch content {
        case .authentication: "ACSP_V2"
        case .signature: "RAW_DIGEST_SIGNATURE"
        }
    }
}
