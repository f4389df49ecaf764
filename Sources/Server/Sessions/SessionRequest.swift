import Crypto

/// A relying party's request for a session, decoded and within every bound of rp-api.md §3.1 and §3.3. Texts that are
/// hashed or echoed are exactly as they came.
public struct SessionRequest: Sendable, Equatable {
    /// What the citizen's key is to sign.
    public enum Content: Sendable, Equatable {
        /// Base64 text of 32 to 64 bytes.
        case authentication(rpChallenge: String)
        /// The same of an older client: the message is the challenge and the key, no names.
        case keyBoundAuthentication(rpChallenge: String)
        /// The 32 bytes of a SHA-256 digest.
        case signature(digest: [UInt8])
        /// Nothing: the citizen only lets a certificate be known.
        case certificateChoice
    }

    /// Lower-case UUID.
    public var relyingPartyUUID: String
    /// As sent: its bytes are signed.
    public var relyingPartyName: String
    /// The least that the certificate must promise.
    public var certificateLevel: CertificateLevel
    public var content: Content
    /// Nil for a choice of certificate.
    public var interactions: Interactions?
    /// As sent; nil when absent.
    public var initialCallbackUrl: String?
    /// `vcType: numeric4`: the code follows from rpChallenge, and the relying party computes it by itself.
    public var derivesCode: Bool
    /// The choice of certificate that a linked signature follows, as sent.
    public var linkedSessionID: String?
    /// On whose behalf the citizen is to act.
    var organisation: OrganisationIdentifier?
    /// The party asks for the address of the phone that answers.
    var wantsDeviceAddress = false
    /// From a client of the older dialect, whose codes have four digits.
    public var isFlat: Bool

    public init(
        relyingPartyUUID: String, relyingPartyName: String, certificateLevel: CertificateLevel, content: Content,
        interactions: Interactions?, initialCallbackUrl: String?, derivesCode: Bool, linkedSessionID: String? = nil,
        isFlat: Bool = false
    ) {
        self.relyingPartyUUID = relyingPartyUUID
        self.relyingPartyName = relyingPartyName
        self.certificateLevel = certificateLevel
        self.content = content
        self.interactions = interactions
        self.initialCallbackUrl = initialCallbackUrl
        self.derivesCode = derivesCode
        self.linkedSessionID = linkedSessionID
        self.isFlat = isFlat
    }

    public var flow: SessionFlow {
        switch content {
        case .authentication, .keyBoundAuthentication: .authentication
        case .signature: .signature
        case .certificateChoice: .certificateChoice
        }
    }

    /// `signatureProtocol` of the session: which message is signed; empty for none.
    public var signatureProtocol: String {
        switch content {
        case .authentication: "ACSP_V2"
        case .keyBoundAuthentication: "ACSP_V2_SPKI"
        case .signature: "RAW_DIGEST_SIGNATURE"
        case .certificateChoice: ""
        }
    }
}
