import Storage

/// The rows of one document's signature key and its sessions, with the compare-and-set semantics of `SigningStore` and
/// without a database. Names of things are small numbers, so that whole worlds can be compared and searched; a test
/// holds this and the SQL together.
public struct ModelStore: Hashable, Sendable {
    public struct Session: Hashable, Sendable {
        public var isRunning = true
        public var endResult = ""
        /// Its time has passed, whether or not somebody has noticed.
        public var isDue = false
        public var burned = 0
        /// Attempts that were ever made in it.
        public var made = 0

        public init() {}

        public var isLive: Bool { isRunning && !isDue }
    }

    public struct Attempt: Hashable, Sendable {
        public var id: Int
        public var session: Int
        public var boot: Int
        /// The bytes of S1, S3, S5.
        public var s1: Int
        public var s3: Int?
        public var s5: Int?
        public var state = AttemptRecord.State.committed
        public var hasAnswer = false
        public var hasS5Answer = false
        public var tries = 0

        public var hasReleased: Bool { state != .committed && state != .burned }
    }

    public enum Committed: Hashable, Sendable {
        case committed
        case repeated(isOwnerAlive: Bool)
        case stale, alreadyReleased, attemptsExhausted, sessionEnded, expired, keyNotActive
    }

    public enum Burned: Hashable, Sendable { case burned, sessionEnded, unchanged }
    public enum Finished: Hashable, Sendable {
        case published, recordedAfterEnd, repeated, stepTaken, outOfOrder, stale
    }
    public enum Locked: Hashable, Sendable { case locked, repeated, stepTaken, outOfOrder, stale }
    public enum BadFinish: Hashable, Sendable { case counted(Int), failed, unchanged }

    /// Wrong finishes that an attempt may have.
    public static let finishLimit = SigningStore.attemptLimit
    /// Attempts that a session may have.
    public let attemptLimit: Int

    public var sessions: [Session]
    public var attempts: [Attempt] = []
    public var signKey = KeyRecord.State.active
    public var authKey = KeyRecord.State.active
    public var counter = 0
    /// h, and what it was before, newest first.
    public var ratchet: Int
    public var history: [Int] = []
    public var deadBoots: Set<Int> = []

    public init(sessions: Int, ratchet: Int, attemptLimit: Int = SigningStore.attemptLimit) {
        self.attemptLimit = attemptLimit
        self.sessions = Array(repeating: Session(), count: sessions)
        self.ratchet = ratchet
    }

    public func index(_ attempt: Int) -> Int? { attempts.firstIndex { $0.id == attempt } }
    public func isAlive(_ boot: Int) -> Bool { !deadBoots.contains(boot) }

    private func isOrphanedProof(_ attempt: Attempt) -> Bool {
        attempt.state == .proved && !attempt.hasAnswer && !isAlive(attempt.boot)
    }

    // MARK: Sessions

    /// Ends a RUNNING session; false when it had ended.
    public mutating func end(_ session: Int, _ result: String) -> Bool {
        guard sessions[session].isRunning else { return false }
        sessions[session].isRunning = false
        sessions[session].endResult = result
        for index in attempts.indices where attempts[index].session == session {
            switch attempts[index].state {
            case .committed: attempts[index].state = .burned
            case .proved: attempts[index].state = attempts[index].hasAnswer ? .unknown : .burned
            default: break
            }
        }
        return true
    }

    public mutating func expire(_ session: Int) -> Bool { sessions[session].isDue && end(session, "TIMEOUT") }

    /// - Returns: whether the session ended with it
    private mutating func count(_ session: Int) -> Bool {
        guard sessions[session].isRunning else { return false }
        sessions[session].burned += 1
        return sessions[session].burned >= attemptLimit && end(session, "PROTOCOL_FAILURE")
    }

    // MARK: Commit

    /// - Parameter id: the new attempt's
    public mutating func commit(session: Int, s1: Int, boot: Int, id: Int) -> Committed {
        let target = sessions[session]
        guard target.isRunning else { return target.endResult == "TIMEOUT" ? .expired : .sessionEnded }
        guard !target.isDue else { return .expired }
        let own = attempts.filter { $0.session == session }
        if let released = own.first(where: { $0.hasReleased && !isOrphanedProof($0) }) {
            return released.s1 == s1 ? .repeated(isOwnerAlive: true) : .alreadyReleased
        }
        if let same = own.first(where: { $0.s1 == s1 }) {
            return same.state == .committed ? .repeated(isOwnerAlive: isAlive(same.boot)) : .stale
        }
        guard signKey == .active else { return .keyNotActive }
        let before = self
        counter += 1
        var hasEnded = false
        for orphan in own where isOrphanedProof(orphan) {
            guard let index = index(orphan.id) else { continue }
            attempts[index].state = .burned
            hasEnded = count(session) || hasEnded
        }
        if let open = attempts.firstIndex(where: { $0.state == .committed }) {
            attempts[open].state = .burned
            let ended = count(attempts[open].session)
            hasEnded = hasEnded || (ended && attempts[open].session == session)
        }
        if hasEnded { return .attemptsExhausted }
        guard target.made < attemptLimit else {
            self = before
            return .attemptsExhausted
        }
        sessions[session].made += 1
        attempts.append(Attempt(id: id, session: session, boot: boot, s1: s1))
        return .committed
    }

    // MARK: Prove

    /// - Parameters:
    ///   - expected: the h that a candidate matched
    ///   - next: the new h
    public mutating func consume(_ attempt: Int, boot: Int, s3: Int, expected: Int, next: Int) -> ConsumeOutcome {
        guard let index = index(attempt) else { return .notCommitted }
        let found = attempts[index]
        guard sessions[found.session].isRunning else {
            return .sessionEnded(byTimeout: sessions[found.session].endResult == "TIMEOUT")
        }
        guard !sessions[found.session].isDue else { return .sessionExpired }
        guard found.state == .committed, found.boot == boot else { return .notCommitted }
        let others = attempts.filter { $0.session == found.session && $0.id != attempt }
        guard !others.contains(where: \.hasReleased) else { return .alreadyReleased }
        guard signKey == .active else { return .keyNotActive(signKey) }
        guard next != ratchet, !history.contains(next) else { return .ratchetRepeated }
        guard ratchet == expected else { return .ratchetMoved }
        history.insert(ratchet, at: 0)
        ratchet = next
        attempts[index].state = .proved
        attempts[index].s3 = s3
        return .consumed
    }

    public mutating func storeAnswer(_ attempt: Int, boot: Int) -> Bool {
        guard let index = index(attempt), attempts[index].state == .proved, !attempts[index].hasAnswer,
            attempts[index].boot == boot, signKey == .active
        else { return false }
        attempts[index].hasAnswer = true
        return true
    }

    // MARK: Burning

    public mutating func burn(_ attempt: Int) -> Burned {
        burn(attempt) { found, _ in found.state == .committed }
    }

    public mutating func abandon(_ attempt: Int, boot: Int) -> Burned {
        burn(attempt) { found, _ in Self.isUnanswered(found) && found.boot == boot }
    }

    public mutating func burnIfOrphaned(_ attempt: Int) -> Burned {
        burn(attempt) { found, store in Self.isUnanswered(found) && !store.isAlive(found.boot) }
    }

    private static func isUnanswered(_ attempt: Attempt) -> Bool {
        (attempt.state == .committed || attempt.state == .proved) && !attempt.hasAnswer
    }

    private mutating func burn(_ attempt: Int, if condition: (Attempt, ModelStore) -> Bool) -> Burned {
        guard let index = index(attempt), condition(attempts[index], self) else { return .unchanged }
        attempts[index].state = .burned
        return count(attempts[index].session) ? .sessionEnded : .burned
    }

    public mutating func suspendForClone() {
        if signKey == .active { signKey = .suspended }
        if authKey == .active { authKey = .suspended }
    }

    // MARK: Finish

    public mutating func finish(_ attempt: Int, s5: Int) -> Finished {
        guard let index = index(attempt) else { return .stale }
        let found = attempts[index]
        switch found.state {
        case .burned: return .stale
        case .committed: return .outOfOrder
        case .done:
            guard found.s5 == s5 else { return .stepTaken }
            return found.hasS5Answer ? .repeated : .recordedAfterEnd
        case .failed: return .stepTaken
        case .proved, .unknown: break
        }
        guard found.hasAnswer else { return .outOfOrder }
        let isLive = sessions[found.session].isLive
        attempts[index].state = .done
        attempts[index].s5 = s5
        attempts[index].hasS5Answer = isLive
        guard isLive else {
            _ = expire(found.session)
            return .recordedAfterEnd
        }
        _ = end(found.session, "OK")
        return .published
    }

    public mutating func recordBadFinish(_ attempt: Int) -> BadFinish {
        guard let index = index(attempt), [.proved, .unknown].contains(attempts[index].state),
            attempts[index].hasAnswer, attempts[index].tries < Self.finishLimit
        else { return .unchanged }
        attempts[index].tries += 1
        guard attempts[index].tries >= Self.finishLimit else {
            return .counted(Self.finishLimit - attempts[index].tries)
        }
        attempts[index].state = .failed
        _ = end(attempts[index].session, "PROTOCOL_FAILURE")
        return .failed
    }

    public mutating func lockKey(_ attempt: Int, s5: Int) -> Locked {
        guard let index = index(attempt) else { return .stale }
        let found = attempts[index]
        switch found.state {
        case .burned: return .stale
        case .committed: return .outOfOrder
        case .done: return .stepTaken
        case .failed where found.s5 == s5: return found.hasS5Answer ? .repeated : .stepTaken
        case .failed where found.hasS5Answer: return .stepTaken
        case .failed, .proved, .unknown: break
        }
        guard found.hasAnswer else { return .outOfOrder }
        signKey = .locked
        attempts[index].state = .failed
        attempts[index].s5 = s5
        attempts[index].hasS5Answer = true
        _ = end(found.session, "DOCUMENT_UNUSABLE")
        return .locked
    }
}
