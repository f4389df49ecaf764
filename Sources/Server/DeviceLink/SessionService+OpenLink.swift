import Crypto
import Storage
import Wire

extension SessionService {
    /// Opens the link that a phone has scanned or was started by: verifies it, and makes the session this document's.
    ///
    /// Nothing about a session is told before its code is verified: an unknown token and a wrong code look the same.
    /// The kind of the link settles the session's flow type, which a log-in signs. The same link opened again gives
    /// the same session.
    ///
    /// - Throws: DEVICE_LINK_FORMAT, DEVICE_LINK_AUTH_CODE, DEVICE_LINK_STALE, DEVICE_LINK_TYPE; SESSION_TAKEN when it
    ///   is somebody else's; SESSION_EXPIRED, SESSION_COMPLETE; CERTIFICATE_NOT_FOUND, NO_SUITABLE_ACCOUNT when this
    ///   document cannot answer it.
    func openLink(
        _ text: String, by device: DeviceIdentity, deadline: StorageDeadline
    ) throws(ServiceError) -> SessionRecord {
        let (session, kind) = try authenticSession(text, deadline)
        guard session.isLive else { throw ended(session) }
        if kind.returnsToCaller, session.initialCallbackUrl == nil {
            throw ServiceError(.deviceLinkType, pointer: "/link", expected: "a session with a callback")
        }
        try requireCertificate(of: device, for: session, deadline)
        let binding = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.bind(
                id: session.id, documentNumber: device.documentNumber, flowType: kind.rawValue, deadline: deadline)
        }
        switch binding {
        case .bound: return try live(id: session.id, for: device, deadline: deadline)
        case .taken: throw ServiceError(.sessionTaken)
        case .otherFlow: throw ServiceError(.deviceLinkType, pointer: "/link", expected: "the kind it was opened by")
        case .expired: throw ServiceError(.sessionExpired)
        case .ended: throw ended(session)
        case .unknown: throw ServiceError(.sessionNotFound)
        }
    }

    /// The session of a link that its relying party has made.
    private func authenticSession(
        _ text: String, _ deadline: StorageDeadline
    ) throws(ServiceError) -> (SessionRecord, DeviceLink.Kind) {
        guard let link = DeviceLink(text, base: settings.deviceLinkBase) else { return try legacy(text, deadline) }
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.bySessionToken(link.sessionToken, deadline: deadline)
        }
        guard let found else { throw refusal(.authCode) }
        let session = found.session
        let secret = try sessionSecret(of: session)
        if let reason = DeviceLinkVerifier.checkAuthCode(link, linkRequest(session), secret: secret) {
            throw refusal(reason)
        }
        if let reason = DeviceLinkVerifier.checkFreshness(link, age: found.ageMilliseconds) { throw refusal(reason) }
        guard link.sessionType == SessionFlow(rawValue: session.flow)?.linkType else {
            throw ServiceError(.sessionTypeMismatch, pointer: "/link")
        }
        return (session, link.kind)
    }

    /// A link from before the codes, where the operator takes them. It was always scanned, and nothing was signed of a
    /// callback.
    private func legacy(
        _ text: String, _ deadline: StorageDeadline
    ) throws(ServiceError) -> (SessionRecord, DeviceLink.Kind) {
        guard settings.acceptsLegacyLinks, let link = LegacyDeviceLink(text, base: settings.deviceLinkBase) else {
            throw refusal(.format)
        }
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.linkedSession(id: link.sessionId, deadline: deadline)
        }
        guard let session = found?.session, link.code == nil || link.code == session.vcValue else {
            throw refusal(.authCode)
        }
        return (session, .qr)
    }

    private func refusal(_ reason: DeviceLinkVerifier.Reason) -> ServiceError {
        switch reason {
        case .format: ServiceError(.deviceLinkFormat, pointer: "/link")
        case .authCode: ServiceError(.deviceLinkAuthCode, pointer: "/link")
        case .stale: ServiceError(.deviceLinkStale, pointer: "/link")
        }
    }

    /// The request as its relying party sent it: a digest has one canonical text, which is the only one accepted.
    private func linkRequest(_ session: SessionRecord) -> DeviceLinkRequest {
        DeviceLinkRequest(
            schemeName: settings.schemeName, signatureProtocol: session.signatureProtocol,
            challenge: session.rpChallenge ?? session.digest.map(Base64.encode) ?? "",
            relyingPartyName: session.relyingPartyName, brokeredRpName: "", interactions: session.interactions,
            initialCallbackURL: session.initialCallbackUrl ?? "")
    }

    private func sessionSecret(of session: SessionRecord) throws(ServiceError) -> SecretBytes {
        guard let sealed = session.sealedSessionSecret else { throw ServiceError(.internalFailure) }
        do throws(CryptoError) {
            return try Envelope.open(sealed, associatedData: SealContext.sessionSecret(session.id), under: kek)
        } catch { throw ServiceError(.internalFailure) }
    }

    /// A session that nobody was named in has had no look at a certificate yet.
    private func requireCertificate(
        of device: DeviceIdentity, for session: SessionRecord, _ deadline: StorageDeadline
    ) throws(ServiceError) {
        _ = try documents(
            of: Addressee(citizenId: device.citizenId, document: device.documentNumber), slot: session.slot,
            level: session.wantedLevel, deadline)
    }
}

extension SessionFlow {
    /// What a link to a session of this flow says.
    var linkType: DeviceLink.SessionType {
        switch self {
        case .authentication: .authentication
        case .signature: .signature
        case .certificateChoice: .certificateChoice
        }
    }
}
