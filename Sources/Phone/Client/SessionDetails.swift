import Wire

/// One session as the phone must know it to compute the message by itself (wire appendix §9).
public struct SessionDetails: Sendable, Equatable {
    public let sessionId: String
    /// `AUTHENTICATION`, `SIGNATURE` or `CERTIFICATE_CHOICE`.
    public let flow: String
    /// `AUTH` or `SIGN`.
    public let slot: String
    /// The scheme: `ACSP_V2`, `ACSP_V2_SPKI` or `RAW_DIGEST_SIGNATURE`.
    public let signatureProtocol: String
    /// Hashed, and only in ACSP_V2.
    public let schemeName: String
    /// As the relying party sent it: it is hashed.
    public let relyingPartyName: String
    /// As it is registered: this is what a citizen is shown.
    public let relyingPartyRegisteredName: String
    public let brokeredRpName: String
    /// Base64 text of a JSON array, kept as text: its hash is signed.
    public let interactions: String
    /// Base64 text, kept as text.
    public let rpChallenge: String?
    /// Base64 text.
    public let digest: String?
    public let hashType: String?
    /// Base64 text.
    public let serverRandom: String
    public let flowType: String
    public let initialCallbackURL: String
    public let sessionSecretDigest: String
    /// The verification code that the relying party shows.
    public let vc: String
    /// Unix seconds.
    public let expiresAt: Int64?

    init(_ fields: JSONFields) throws(FieldError) {
        sessionId = try fields.string("sessionId", characters: 1...128)
        flow = try fields.string("flow", maxCharacters: 64)
        slot = try fields.string("slot", maxCharacters: 16)
        signatureProtocol = try fields.string("signatureProtocol", maxCharacters: 64)
        schemeName = try fields.optionalString("schemeName", maxCharacters: 64) ?? ""
        relyingPartyName = try fields.optionalString("relyingPartyName", maxCharacters: 1_024) ?? ""
        relyingPartyRegisteredName =
            try fields.optionalString("relyingPartyRegisteredName", maxCharacters: 1_024) ?? relyingPartyName
        brokeredRpName = try fields.optionalString("brokeredRpName", maxCharacters: 1_024) ?? ""
        interactions = try fields.optionalString("interactions", maxCharacters: 65_536) ?? ""
        rpChallenge = try fields.optionalString("rpChallenge", maxCharacters: 256)
        digest = try fields.optionalString("digest", maxCharacters: 256)
        hashType = try fields.optionalString("hashType", maxCharacters: 64)
        serverRandom = try fields.optionalString("serverRandom", maxCharacters: 256) ?? ""
        flowType = try fields.optionalString("flowType", maxCharacters: 64) ?? ""
        initialCallbackURL = try fields.optionalString("initialCallbackUrl", maxCharacters: 4_096) ?? ""
        sessionSecretDigest = try fields.optionalString("sessionSecretDigest", maxCharacters: 256) ?? ""
        // Sessions of a device link give it as a plain text (rp-api §3.2).
        if case .string(let text)? = fields.object["vc"] {
            vc = text
        } else {
            vc = try fields.optionalObject("vc")?.optionalString("value", maxCharacters: 64) ?? ""
        }
        expiresAt = try fields.optionalString("expiresAt").flatMap { Timestamp.parse($0) }
    }
}
