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

    /// What waits for an answer of this phone, the newest of every relying party first.
    public func pending(_ device: DeviceIdentity, deadline: StorageDeadline) throws(ServiceError) -> [SessionRecord] {
        try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.pending(documentNumber: device.documentNumber, deadline: deadline)
        }
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

    /// A session that this phone may answer now.
    ///
    /// - Throws: SESSION_NOT_FOUND for an unknown one, one of somebody else, and one that another document has taken;
    ///   SESSION_EXPIRED; SESSION_COMPLETE.
    public func live(
        id: String, for device: DeviceIdentity, deadline: StorageDeadline
    ) throws(ServiceError) -> SessionRecord {
        let session = try visible(id, device, deadline)
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
