import Crypto
import Wire

/// One message that this phone is to sign, computed by itself from the session's data (wire appendix §9).
struct SigningJob: Sendable {
    let sessionId: String
    let documentNumber: String
    let slot: Slot
    let scheme: SigningScheme
    /// m, 32 bytes
    let digest: [UInt8]
    let interactionTypeUsed: String
    /// ACSP_V2 only.
    let userChallenge: String?
    let confirmVc: String?
    let callbackURL: String?

    /// The slot and scheme of a session.
    /// - Throws: `SESSION_FLOW` for a flow that this phone does not know or a slot that is not the flow's,
    ///   `SCHEME_UNKNOWN`, `SCHEME_NOT_ALLOWED`
    static func kind(_ session: SessionDetails) throws(PhoneError) -> (slot: Slot, scheme: SigningScheme) {
        guard let slot = Slot(rawValue: session.slot),
            session.flow == (slot == .authentication ? "AUTHENTICATION" : "SIGNATURE")
        else { throw .check(code: "SESSION_FLOW", reason: "flow \(session.flow) with slot \(session.slot)") }
        guard let scheme = SigningScheme(rawValue: session.signatureProtocol) else {
            throw .check(code: "SCHEME_UNKNOWN", reason: session.signatureProtocol)
        }
        // Activation, refresh and possession are runs of their own and never come as a relying party's session.
        guard scheme.isAllowed(for: slot), [.acspV2, .acspV2SPKI, .rawDigest].contains(scheme) else {
            throw .check(
                code: "SCHEME_NOT_ALLOWED", reason: "\(slot.rawValue) does not sign \(session.signatureProtocol)")
        }
        return (slot, scheme)
    }

    /// - Parameters:
    ///   - record: the slot of `kind`
    ///   - challenge: used by ACSP_V2 only
    /// - Throws: as `kind`; `SESSION_DIGEST`, `SESSION_CHALLENGE`, `ACSP_…`
    init(
        _ session: SessionDetails, documentNumber: String, record: SlotRecord, interaction: InteractionType,
        challenge: UserChallenge, confirmVc: String?
    ) throws(PhoneError) {
        let (slot, scheme) = try Self.kind(session)
        self.sessionId = session.sessionId
        self.documentNumber = documentNumber
        self.slot = slot
        self.scheme = scheme
        self.interactionTypeUsed = interaction.rawValue
        self.confirmVc = confirmVc
        self.userChallenge = scheme == .acspV2 ? challenge.challenge : nil
        self.callbackURL = Self.callback(session, slot, challenge)
        switch scheme {
        case .acspV2: digest = try Self.acsp(session, interaction, challenge)
        case .acspV2SPKI: digest = try Self.acspSPKI(session, record)
        default: digest = try Self.rawDigest(session)
        }
    }

    /// A run of a refresh: the phone has computed the digest when it made F3, and no text of anybody's is shown.
    init(refresh session: String, documentNumber: String, slot: Slot, scheme: SigningScheme, digest: [UInt8]) {
        self.sessionId = session
        self.documentNumber = documentNumber
        self.slot = slot
        self.scheme = scheme
        self.digest = digest
        interactionTypeUsed = "keyRefresh"
        userChallenge = nil
        confirmVc = nil
        callbackURL = nil
    }

    private static func rawDigest(_ session: SessionDetails) throws(PhoneError) -> [UInt8] {
        guard let text = session.digest, let digest = Base64.decode(text), digest.count == 32 else {
            throw .check(code: "SESSION_DIGEST", reason: "digest is not Base64 of 32 bytes")
        }
        return digest
    }

    private static func acsp(
        _ session: SessionDetails, _ interaction: InteractionType, _ challenge: UserChallenge
    ) throws(PhoneError) -> [UInt8] {
        guard let rpChallenge = session.rpChallenge else {
            throw .check(code: "SESSION_CHALLENGE", reason: "rpChallenge is missing")
        }
        let message = ACSPV2Message(
            schemeName: session.schemeName, serverRandom: session.serverRandom, rpChallenge: rpChallenge,
            userChallenge: challenge.challenge, relyingPartyName: session.relyingPartyName,
            brokeredRpName: session.brokeredRpName, interactions: session.interactions,
            interactionTypeUsed: interaction.rawValue, initialCallbackURL: session.initialCallbackURL,
            flowType: session.flowType)
        return try PhoneError.checking { () throws(CryptoError) in try message.digest() }
    }

    private static func acspSPKI(_ session: SessionDetails, _ record: SlotRecord) throws(PhoneError) -> [UInt8] {
        guard let text = session.rpChallenge, let rpChallenge = Base64.decode(text) else {
            throw .check(code: "SESSION_CHALLENGE", reason: "rpChallenge is not Base64")
        }
        let message = ACSPV2SPKIMessage(rpChallenge: rpChallenge, spki: SPKI.p256Prefix + record.Q.encoding)
        return try PhoneError.checking { () throws(CryptoError) in try message.digest() }
    }

    /// The address that the app opens afterwards; nil when nothing waits for it on this device.
    static func callback(_ session: SessionDetails, _ slot: Slot, _ challenge: UserChallenge?) -> String? {
        guard DeviceLink.Kind(rawValue: session.flowType)?.returnsToCaller == true, !session.initialCallbackURL.isEmpty
        else { return nil }
        return CallbackURL.make(
            session.initialCallbackURL, sessionSecretDigest: session.sessionSecretDigest,
            userChallengeVerifier: slot == .authentication ? challenge?.verifier : nil)
    }
}
