import Crypto
import Storage
import Wire

/// Everything that happens to a session except signing: opening, reading, refusing. Relying parties and phones go
/// through the same rules.
public struct SessionService: Sendable {
    let stores: Stores
    let random: any RandomSource
    /// Seals the secrets of device-link sessions.
    let kek: any KeyEncryptionKey
    let signals: SessionSignals
    let limits: RateLimits
    public let settings: SessionSettings

    init(
        stores: Stores, random: any RandomSource, kek: any KeyEncryptionKey, signals: SessionSignals,
        limits: RateLimits,
        settings: SessionSettings = SessionSettings()
    ) {
        self.stores = stores
        self.random = random
        self.kek = kek
        self.signals = signals
        self.limits = limits
        self.settings = settings
    }

    /// The session as the party that opened it sees it.
    ///
    /// - Throws: SESSION_NOT_FOUND for an unknown id, another party's session, and one no longer readable.
    public func result(
        id: String, party: String, deadline: StorageDeadline
    ) throws(ServiceError) -> SessionResult {
        guard UUIDText.isValid(id) else { throw ServiceError(.sessionNotFound) }
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.getForRelyingParty(id: id, relyingPartyId: party, deadline: deadline)
        }
        guard let found else { throw ServiceError(.sessionNotFound) }
        return found
    }

    /// - Throws: SESSION_NOT_FOUND for what is no id.
    func sessionId(_ text: String) throws(ServiceError) -> String {
        guard UUIDText.isValid(text) else { throw ServiceError(.sessionNotFound) }
        return text
    }

    /// The session as its party sees it, to be read with the party itself; `settled` takes what was found. Without a
    /// secret it is found only where its party may come without one.
    ///
    /// - Parameter id: as `sessionId` gives it
    func lookup(id: String, of caller: RelyingPartyCaller) -> Lookup<SessionResult?> {
        guard let hash = caller.secretHash else { return stores.sessions.lookupByAddress(id: id) }
        return stores.sessions.lookup(id: id, secretHash: hash)
    }

    /// What the party is told of a session that was found: one whose time has passed ends with this.
    ///
    /// - Throws: SESSION_NOT_FOUND.
    func settled(
        _ found: SessionResult?, id: String, party: String, deadline: StorageDeadline
    ) throws(ServiceError) -> SessionResult {
        guard let found else { throw ServiceError(.sessionNotFound) }
        if found.session.state == .complete || found.session.isLive { return found }
        return try result(id: id, party: party, deadline: deadline)
    }

    /// What waits for an answer of the phone with this document, the newest of every relying
    /// party first; to be read with the phone itself.
    ///
    /// - Throws: DOCUMENT_NOT_FOUND for what is no document number.
    func pending(document: String) throws(ServiceError) -> Lookup<[SessionRecord]> {
        guard UUIDText.isValid(document) else { throw ServiceError(.documentNotFound) }
        return stores.sessions.pendingLookup(documentNumber: document)
    }

    /// The history of the phone's citizen, newest first.
    public func activity(
        _ device: DeviceIdentity, limit: Int, offset: Int, deadline: StorageDeadline
    ) throws(ServiceError) -> [SessionActivity] {
        try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.activity(
                documentNumber: device.documentNumber, limit: limit, offset: offset, deadline: deadline)
        }
    }

    /// The session for the phone with this token, to be read with the phone itself; `live` takes what was found.
    ///
    /// - Throws: SESSION_NOT_FOUND for what is no id.
    func lookup(id: String, tokenHash: [UInt8]) throws(ServiceError) -> Lookup<SessionRecord?> {
        guard UUIDText.isValid(id) else { throw ServiceError(.sessionNotFound) }
        return stores.sessions.lookup(id: id, tokenHash: tokenHash)
    }

    /// The session as `live` below gives it, read by itself.
    func live(
        id: String, for device: DeviceIdentity, deadline: StorageDeadline
    ) throws(ServiceError) -> SessionRecord {
        try live(visible(id, device, deadline))
    }

    /// A session that the phone may answer now.
    ///
    /// - Throws: SESSION_NOT_FOUND for an unknown one, one of somebody else, and one that another document has taken;
    ///   SESSION_EXPIRED; SESSION_COMPLETE.
    func live(_ found: SessionRecord?) throws(ServiceError) -> SessionRecord {
        guard let session = found else { throw ServiceError(.sessionNotFound) }
        if session.isLive { return session }
        throw ended(session)
    }

    /// Ends a session without a signature and tells whoever waits for it.
    ///
    /// A repetition by the same phone, whose answer was lost, gets the same answer.
    ///
    /// - Returns: the `endResult`.
    /// - Throws: as `live`, and what `Refusal` finds wrong.
    public func refuse(
        id: String, _ refusal: Refusal, by device: DeviceIdentity, deadline: StorageDeadline
    ) throws(ServiceError) -> String {
        let session = try visible(id, device, deadline)
        let completion = try refusal.completion(of: session, document: device.documentNumber)
        if session.isLive {
            let done = try ServiceError.storing { () throws(StorageError) in
                try stores.sessions.complete(completion, deadline: deadline)
            }
            if done {
                signals.ended(sessions: [id])
                return completion.endResult
            }
        }
        // Somebody was faster: this phone itself, another one, or the clock.
        let now = try visible(id, device, deadline)
        if now.state == .complete, now.boundDocument == device.documentNumber, now.endResult == completion.endResult {
            return completion.endResult
        }
        throw ended(now)
    }

    func visible(
        _ id: String, _ device: DeviceIdentity, _ deadline: StorageDeadline
    ) throws(ServiceError) -> SessionRecord {
        guard UUIDText.isValid(id) else { throw ServiceError(.sessionNotFound) }
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.getForPhone(id: id, documentNumber: device.documentNumber, deadline: deadline)
        }
        guard let found else { throw ServiceError(.sessionNotFound) }
        return found
    }

    func ended(_ session: SessionRecord) -> ServiceError {
        let isExpired = session.state == .running || session.endResult == "TIMEOUT"
        return ServiceError(isExpired ? .sessionExpired : .sessionComplete)
    }
}
