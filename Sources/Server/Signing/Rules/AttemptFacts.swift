import Storage

/// What the rules of signing look at: one attempt with its session and key at one moment, as one statement has read
/// them. A value without identity, so that every combination can be tried.
struct AttemptFacts: Hashable, Sendable {
    /// A session's side of it.
    enum Session: Hashable, Sendable {
        case live
        /// Its time has passed; nobody has noticed yet.
        case due
        case ended(byTimeout: Bool)
    }

    var state: AttemptRecord.State
    /// The attempt's own time has passed.
    var isExpired: Bool
    /// S4 is stored: c3 has left or may leave at any moment.
    var hasAnswer: Bool
    /// Somebody may still be computing its answer.
    var isWorkedOn: Bool
    var session: Session
    var key: KeyRecord.State
    /// The certificate that was valid at commit still is.
    var isCertificateActive: Bool
}

extension AttemptFacts {
    /// - Parameter isWorkedOn: the caller's knowledge of its own process, or the owner's heartbeat
    init(_ row: Storage.SigningContext, isWorkedOn: Bool) {
        state = row.attempt.state
        isExpired = row.attempt.isExpired
        hasAnswer = row.attempt.s4Answer != nil
        self.isWorkedOn = isWorkedOn
        session = Session(row.session)
        key = row.session.admitted(row.key.state)
        isCertificateActive = row.certificate?.state == .active
    }
}

extension SessionRecord {
    /// How a key's state counts in this session. A key that was suspended because of a copy signs in a refresh that
    /// stands on a fresh proof of identity: that is what lifts the suspension, and the copy has no such proof.
    func admitted(_ key: KeyRecord.State) -> KeyRecord.State {
        key == .suspended && liftsSuspension ? .active : key
    }
}

extension AttemptFacts.Session {
    init(_ record: SessionRecord) {
        if record.state == .complete {
            self = .ended(byTimeout: record.endResult == "TIMEOUT")
        } else {
            self = record.isLive ? .live : .due
        }
    }
}
