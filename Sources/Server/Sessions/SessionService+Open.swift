import Crypto
import Storage
import Wire

extension SessionService {
    /// Opens a session: finds who is asked, stores it, and wakes their phones or makes what links are made of.
    ///
    /// - Parameters:
    ///   - channel: over a notification somebody must be named.
    ///   - party: who asks, authenticated.
    ///   - body: the request as received, which is kept.
    /// - Throws: PERSON_NOT_FOUND, DOCUMENT_NOT_FOUND, CERTIFICATE_NOT_FOUND (404) and NO_SUITABLE_ACCOUNT (471);
    ///   what `representation` says of `onBehalfOf`; RATE_LIMITED for too many at a time and SESSION_LIMIT for too many
    ///   that are open (429).
    public func open(
        _ request: SessionRequest, at address: SessionAddress, over channel: SessionChannel, for party: RelyingParty,
        body: [UInt8], deadline: StorageDeadline
    ) throws(ServiceError) -> OpenedSession {
        try limits.sessionsByParty.require(
            party.id, now: .now(), perMinute: party.settings.sessionsPerMinute)
        let addressee = try addressee(address, deadline)
        var documents: [String] = []
        if let addressee {
            documents = try self.documents(
                of: addressee, slot: request.flow.slot, level: request.certificateLevel, deadline)
        }
        let organisation = try request.organisation.map { (organisation) throws(ServiceError) in
            try representation(of: organisation, by: addressee?.citizenId, deadline)
        }
        try checkLink(of: request, addressee, party, deadline)
        if channel == .notification, let addressee {
            try limits.requirePrompt(by: party, for: addressee.citizenId, on: documents)
        }
        let code = code(request, party)
        var session = newSession(request, addressee, party, code, body)
        session.organisation = organisation
        session.linkedSession = request.linkedSessionID
        // Who may not learn it is not refused: the result only lacks it.
        session.sharesDeviceAddress = request.wantsDeviceAddress && party.has(.deviceAddress)
        let link = channel == .deviceLink ? try addLink(to: &session) : nil
        // A link rings nowhere and is shown to nobody before somebody opens it.
        let bounds = link == nil ? settings.openSessions.of(party.settings.openSessions) : nil
        guard let times = try store(session, bounds, deadline) else {
            throw ServiceError(.sessionLimit, retryAfterSeconds: Limits.openSessionsRetrySeconds)
        }
        if link != nil { documents = [] }
        signals.pending(documents: documents)
        return OpenedSession(
            id: session.id, code: code, expiresAt: times.expiresAt, documents: documents, link: link)
    }

    /// - Throws: EXPECTED_LINKED_SESSION when another signature has followed the same choice of certificate.
    private func store(
        _ session: NewSession, _ bounds: OpenSessionLimits?, _ deadline: StorageDeadline
    ) throws(ServiceError) -> (createdAt: Int64, expiresAt: Int64)? {
        do throws(StorageError) {
            return try stores.sessions.create(session, limits: bounds, deadline: deadline)
        } catch {
            guard case .uniqueViolation(constraint: "rp_session_linked_once") = error else {
                throw ServiceError(error)
            }
            throw ServiceError(
                .expectedLinkedSession, pointer: "/linkedSessionID",
                expected: "a choice of certificate that no signature has followed yet")
        }
    }

    /// No code where nothing is compared: a choice of certificate signs nothing, and a linked signature asks the phone
    /// that has just answered.
    private func code(_ request: SessionRequest, _ party: RelyingParty) -> VerificationCode? {
        guard request.flow != .certificateChoice, request.linkedSessionID == nil else { return nil }
        guard !request.isFlat else { return VerificationCode.flat(random) }
        return VerificationCode.make(
            flow: request.flow, derivedFrom: derivation(request), format: party.settings.vcFormat, random: random)
    }

    /// A linked signature follows a choice of certificate that this party was given, of this document.
    private func checkLink(
        of request: SessionRequest, _ addressee: Addressee?, _ party: RelyingParty, _ deadline: StorageDeadline
    ) throws(ServiceError) {
        guard let id = request.linkedSessionID else { return }
        guard UUIDText.isValid(id) else { throw ServiceError(.sessionNotFound, pointer: "/linkedSessionID") }
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.getForRelyingParty(id: id, relyingPartyId: party.id, deadline: deadline)
        }
        guard let session = found?.session else { throw ServiceError(.sessionNotFound, pointer: "/linkedSessionID") }
        guard session.flow == SessionFlow.certificateChoice.rawValue, session.endResult == "OK",
            session.boundDocument == addressee?.document
        else {
            throw ServiceError(
                .expectedLinkedSession, pointer: "/linkedSessionID",
                expected: "a choice of this document's certificate that ended with OK")
        }
    }

    /// Makes token and secret. The secret leaves with the answer, and stays sealed for the links that will come.
    private func addLink(to session: inout NewSession) throws(ServiceError) -> OpenedLink {
        let made = SessionSecret.make(random)
        do throws(CryptoError) {
            session.sealedSessionSecret = try Envelope.seal(
                secret: made.secret, associatedData: SealContext.sessionSecret(session.id), under: kek, random: random)
        } catch { throw ServiceError(.internalFailure) }
        session.sessionToken = made.token
        session.sessionSecretDigest = made.digest()
        // Stands until the link is opened; a session that nobody opens has no flow type to tell.
        session.flowType = DeviceLink.Kind.qr.rawValue
        return OpenedLink(
            sessionToken: made.token, sessionSecret: made.text(), deviceLinkBase: settings.deviceLinkBase)
    }

    /// The citizen who is asked, and the document when only that one may answer.
    struct Addressee {
        let citizenId: String
        let document: String?
    }

    private func addressee(
        _ address: SessionAddress, _ deadline: StorageDeadline
    ) throws(ServiceError) -> Addressee? {
        switch address {
        case .anyone: return nil
        case .person(let identifier):
            let citizen = try ServiceError.storing { () throws(StorageError) in
                try stores.citizens.bySemanticId(identifier.text, deadline: deadline)
            }
            guard let citizen else { throw ServiceError(.personNotFound) }
            return Addressee(citizenId: citizen.id, document: nil)
        case .document(let number):
            // Opaque to relying parties, who may have changed its case; stored in lower case.
            let number = number.lowercased()
            guard UUIDText.isValid(number) else { throw ServiceError(.documentNotFound) }
            let device = try ServiceError.storing { () throws(StorageError) in
                try stores.devices.byDocumentNumber(number, deadline: deadline)
            }
            guard let device, device.state == .active else { throw ServiceError(.documentNotFound) }
            return Addressee(citizenId: device.citizenId, document: number)
        }
    }

    /// The documents that can answer: active, with an active key and certificate of the slot, of at least the level.
    func documents(
        of addressee: Addressee, slot: String, level: CertificateLevel, _ deadline: StorageDeadline
    ) throws(ServiceError) -> [String] {
        let active = try ServiceError.storing { () throws(StorageError) in
            try stores.keys.activeCertificates(
                citizenId: addressee.citizenId, slot: slot, deadline: deadline)
        }
        let reachable = active.filter { addressee.document == nil || $0.documentNumber == addressee.document }
        guard !reachable.isEmpty else { throw ServiceError(.certificateNotFound) }
        let suitable = reachable.filter { level.isMet(by: $0.level) }
        guard !suitable.isEmpty else { throw ServiceError(.noSuitableAccount) }
        return suitable.map(\.documentNumber)
    }

    private func derivation(_ request: SessionRequest) -> [UInt8]? {
        guard request.derivesCode, case .authentication(let challenge) = request.content else { return nil }
        return Base64.decode(challenge)
    }

    private func newSession(
        _ request: SessionRequest, _ addressee: Addressee?, _ party: RelyingParty, _ code: VerificationCode?,
        _ body: [UInt8]
    ) -> NewSession {
        var session = NewSession(
            id: newID(), relyingPartyId: party.id, flow: request.flow.rawValue, slot: request.flow.slot,
            signatureProtocol: request.signatureProtocol, citizenId: addressee?.citizenId,
            addressedDocument: addressee?.document, relyingPartyName: request.relyingPartyName,
            registeredName: party.name, interactions: request.interactions?.text ?? "", flowType: "Notification",
            initialCallbackUrl: request.initialCallbackUrl, vcType: code?.kind.rawValue, vcValue: code?.value,
            certificateLevel: request.certificateLevel.rawValue, requestJSON: body,
            lifetimeMilliseconds: settings.lifetimeMilliseconds)
        switch request.content {
        case .authentication(let challenge):
            session.rpChallenge = challenge
            // 24 bytes are 32 characters without padding; Smart-ID clients want at least 24 characters.
            session.serverRandom = Base64.encode(random.bytes(24))
        case .keyBoundAuthentication(let challenge): session.rpChallenge = challenge
        case .signature(let digest):
            session.digest = digest
            session.hashType = "SHA-256"
        case .certificateChoice: break
        }
        return session
    }

    func newID() -> String { RandomUUID.make(random) }
}
