/// The request behind a link, as its code authenticates it (rp-api.md §6): every text as the relying party sent it.
public struct DeviceLinkRequest: Sendable, Equatable {
    public var schemeName: String
    /// `ACSP_V2`, `RAW_DIGEST_SIGNATURE`; empty for a choice of certificate.
    public var signatureProtocol: String
    /// The Base64 text of rpChallenge or of the digest; empty for a choice of certificate.
    public var challenge: String
    public var relyingPartyName: String
    /// Empty when there is none.
    public var brokeredRpName: String
    /// Base64 text; empty for a choice of certificate.
    public var interactions: String
    /// As sent; empty when there is none.
    public var initialCallbackURL: String

    public init(
        schemeName: String, signatureProtocol: String, challenge: String, relyingPartyName: String,
        brokeredRpName: String, interactions: String, initialCallbackURL: String
    ) {
        self.schemeName = schemeName
        self.signatureProtocol = signatureProtocol
        self.challenge = challenge
        self.relyingPartyName = relyingPartyName
        self.brokeredRpName = brokeredRpName
        self.interactions = interactions
        self.initialCallbackURL = initialCallbackURL
    }

    /// What the code of `link` authenticates: eight fields with seven separators. A QR code is shown on another device,
    /// which nothing returns to, so its callback is empty.
    public func payload(of link: DeviceLink) -> String {
        [
            schemeName, signatureProtocol, challenge, Base64.encode(Array(relyingPartyName.utf8)),
            Base64.encode(Array(brokeredRpName.utf8)), interactions,
            link.kind.returnsToCaller ? initialCallbackURL : "", link.unprotected,
        ].joined(separator: "|")
    }
}
