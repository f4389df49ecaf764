/// What a relying party's request stores. Texts that are hashed or echoed are kept exactly as they came.
public struct NewSession: Sendable {
    public var id: String
    public var relyingPartyId: String
    /// "AUTHENTICATION", "SIGNATURE" or "CERTIFICATE_CHOICE".
    public var flow: String
    /// "AUTH" or "SIGN".
    public var slot: String
    public var signatureProtocol: String
    /// nil for an anonymous device-link session, until a phone claims it.
    public var citizenId: String?
    /// Set when the request named a document rather than a person; its citizen is then filled in.
    public var addressedDocument: String?
    /// As the relying party sent it.
    public var relyingPartyName: String
    public var registeredName: String
    /// Base64 text as sent.
    public var interactions: String
    public var rpChallenge: String?
    public var digest: [UInt8]?
    public var hashType: String?
    public var serverRandom: String?
    /// Of a device-link session a placeholder until the link is opened: which kind it was is then settled.
    public var flowType: String
    public var initialCallbackUrl: String?
    /// Device link only: the token in the link, the sealed secret, and what the phone is told of it.
    public var sessionToken: String?
    public var sealedSessionSecret: [UInt8]?
    public var sessionSecretDigest: String?
    public var vcType: String?
    public var vcValue: String?
    public var certificateLevel: String
    /// The body as received, at most 64 KiB.
    public var requestJSON: [UInt8]
    /// From the database's now to the session's end.
    public var lifetimeMilliseconds: Int64
    /// On whose behalf the citizen is to act: register number and name.
    public var organisation: (register: String, name: String)?
    /// The right that the signature is to confirm.
    public var confirms: String?
    /// Whether the relying party may learn the address of the phone that answers.
    public var sharesDeviceAddress = false
    /// The choice of certificate that this signature follows.
    public var linkedSession: String?

    public init(
        id: String, relyingPartyId: String, flow: String, slot: String, signatureProtocol: String, citizenId: String?,
        addressedDocument: String? = nil, relyingPartyName: String, registeredName: String, interactions: String,
        rpChallenge: String? = nil, digest: [UInt8]? = nil, hashType: String? = nil, serverRandom: String? = nil,
        flowType: String, initialCallbackUrl: String? = nil, sessionToken: String? = nil,
        sealedSessionSecret: [UInt8]? = nil, sessionSecretDigest: String? = nil, vcType: String? = nil,
        vcValue: String? = nil, certificateLevel: String, requestJSON: [UInt8], lifetimeMilliseconds: Int64
    ) {
        self.id = id
        self.relyingPartyId = relyingPartyId
        self.flow = flow
        self.slot = slot
        self.signatureProtocol = signatureProtocol
        self.citizenId = citizenId
        self.addressedDocument = addressedDocument
        self.relyingPartyName = relyingPartyName
        self.registeredName = registeredName
        self.interactions = interactions
        self.rpChallenge = rpChallenge
        self.digest = digest
        self.hashType = hashType
        self.serverRandom = serverRandom
        self.flowType = flowType
        self.initialCallbackUrl = initialCallbackUrl
        self.sessionToken = sessionToken
        self.sealedSessionSecret = sealedSessionSecret
        self.sessionSecretDigest = sessionSecretDigest
        self.vcType = vcType
        self.vcValue = vcValue
        self.certificateLevel = certificateLevel
        self.requestJSON = requestJSON
        self.lifetimeMilliseconds = lifetimeMilliseconds
    }

    var parameters: [Parameter] {
        [
            .uuid(id), .uuid(relyingPartyId), .text(flow), .text(slot), .text(signatureProtocol), .uuid(citizenId),
            .uuid(addressedDocument), .text(relyingPartyName), .text(registeredName), .text(interactions),
            .text(rpChallenge), .bytes(digest), .text(hashType), .text(serverRandom), .text(flowType),
            .text(initialCallbackUrl), .text(sessionToken), .bytes(sealedSessionSecret), .text(sessionSecretDigest),
            .text(vcType), .text(vcValue), .text(certificateLevel), .bytes(requestJSON), .int(lifetimeMilliseconds),
            .text(organisation?.register), .text(organisation?.name), .uuid(confirms), .bool(sharesDeviceAddress),
            .uuid(linkedSession),
        ]
    }
}
