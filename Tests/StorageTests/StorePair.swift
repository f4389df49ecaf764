import Foundation
import Storage
import TestSupport

/// A database and a model of it that get the same operations.
final class StorePair {
    private let world: World
    private var model = ModelStore(sessions: 3, ratchet: 0)
    private var generator: SeededGenerator
    private let sessions: [String]
    private let boots: [String]
    private var nextId = 1
    private var nextRatchet = 1

    init(seed: UInt64) throws {
        world = try World(capacity: 2)
        generator = SeededGenerator(seed: seed)
        sessions = try (0..<3).map { [world] _ in try world.openSession() }
        boots = [world.boot, UUID().uuidString.lowercased()]
        try world.stores.replicas.heartbeat(bootId: boots[1], address: "127.0.0.1:2", deadline: soon())
    }

    /// One random operation on both: what it was, and the two outcomes as text.
    func step() throws -> (operation: String, model: String, sql: String) {
        // Early operations are frequent, ends are rare, so that sequences reach every state.
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<22: return try commit()
        case 22..<46: return try consume()
        case 46..<62: return try storeAnswer()
        case 62..<68: return try burn()
        case 68..<73: return try abandon()
        case 73..<76: return try orphan()
        case 76..<86: return try finish()
        case 86..<93: return try badFinish()
        case 93..<95: return try lock()
        case 95..<96: return try suspend()
        case 96..<98: return try due()
        default: return try kill()
        }
    }

    // MARK: Rows

    var modelRows: String {
        let sessions = model.sessions.map { "\($0.isRunning) \($0.endResult) \($0.burned)" }
        let attempts = model.attempts.map { attempt in
            "\(attempt.id) \(attempt.state.rawValue) \(attempt.hasAnswer) \(attempt.s3.map(String.init) ?? "-") "
                + "\(attempt.s5.map(String.init) ?? "-") \(attempt.hasS5Answer) \(attempt.tries)"
        }
        let history = model.history.map { String($0 % 256) }.joined(separator: ",")
        return
            "\(sessions)\n\(attempts)\n\(model.signKey) \(model.authKey) \(model.counter) \(model.ratchet % 256) \(history)"
    }

    func sqlRows() throws -> String {
        let sessions = try self.sessions.map { id in
            let row = try world.database.execute(
                "SELECT state, coalesce(end_result, ''), burned_attempts FROM rp_session WHERE id = '\(id)'")[0]
            return "\(row[0] == "RUNNING") \(row[1] ?? "") \(row[2] ?? "")"
        }
        let attempts = try world.database.execute(
            """
            SELECT get_byte(id, 30) * 256 + get_byte(id, 31), state, s4_answer IS NOT NULL,
                get_byte(s3_hash, 30) * 256 + get_byte(s3_hash, 31), get_byte(s5_hash, 30) * 256 + get_byte(s5_hash, 31),
                s5_answer IS NOT NULL, s5_tries
            FROM attempt ORDER BY 1
            """
        ).map { row in
            "\(row[0] ?? "") \(row[1] ?? "") \(row[2] == "t") \(row[3] ?? "-") \(row[4] ?? "-") \(row[5] == "t") \(row[6] ?? "")"
        }
        let keys = try ["SIGN", "AUTH"].map { [world] slot in
            try world.stores.keys.load(documentNumber: world.document, slot: slot, deadline: soon())?.key
        }
        guard let sign = keys[0], let auth = keys[1] else { throw Unexpected() }
        let history = try historyOfKey()
        return "\(sessions)\n\(attempts)\n\(sign.state) \(auth.state) \(sign.signCounter) \(sign.ratchet[0]) \(history)"
    }

    /// The first byte of each earlier hash, newest first.
    private func historyOfKey() throws -> String {
        let key = try world.stores.keys.load(documentNumber: world.document, slot: "SIGN", deadline: soon())?.key
        guard let key else { throw Unexpected() }
        let former = try world.stores.signing.formerRatchets(keyId: key.keyId, deadline: soon())
        return former.map { String($0[0]) }.joined(separator: ",")
    }

    // MARK: Names

    private static func bytes(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 30) + [UInt8(number / 256 % 256), UInt8(number % 256)]
    }

    private func fresh() -> Int {
        nextId += 1
        return nextId
    }

    /// Mostly one that exists and is young: old ones are dead.
    private func someAttempt() -> Int {
        let known = model.attempts.map(\.id)
        guard !known.isEmpty, Int.random(in: 0..<20, using: &generator) > 0 else { return 9_999 }
        return Bool.random(using: &generator)
            ? known[known.count - 1] : known[Int.random(in: 0..<known.count, using: &generator)]
    }

    private func someBoot() -> Int { Int.random(in: 0..<4, using: &generator) == 0 ? 1 : 0 }

    private func bootOfAttempt(_ attempt: Int) -> Int {
        let own = model.index(attempt).map { model.attempts[$0].boot } ?? 0
        return Int.random(in: 0..<8, using: &generator) == 0 ? 1 - own : own
    }

    private func someS5(_ attempt: Int) -> Int {
        let old = model.index(attempt).flatMap { model.attempts[$0].s5 }
        if let old, Bool.random(using: &generator) { return old }
        return fresh()
    }

    // MARK: Operations

    private func commit() throws -> (String, String, String) {
        let session = Int.random(in: 0..<sessions.count, using: &generator)
        let boot = someBoot(), id = fresh()
        let earlier = model.attempts.filter { $0.session == session }.map(\.s1)
        let isRepeat = !earlier.isEmpty && Int.random(in: 0..<4, using: &generator) == 0
        let s1 = isRepeat ? earlier[Int.random(in: 0..<earlier.count, using: &generator)] : id
        let expected = model.commit(session: session, s1: s1, boot: boot, id: id)
        var request = world.request(sessions[session], boot: boots[boot])
        request.s1Hash = Self.bytes(s1)
        // A key that is locked has no active certificate, and the request names one.
        if request.certificateSerial == "none" { request.certificateSerial = try anySerial() }
        let found = try world.stores.signing.commit(request, deadline: soon()) { context in
            NewAttempt(
                id: Self.bytes(id), s2Nonce: World.random(32), R2: World.random(65), s2Answer: [1],
                expiresAt: context.now + 600_000)
        }.outcome
        return ("commit \(session) s1 \(s1) boot \(boot) id \(id)", "\(expected)", Self.text(found))
    }

    private func anySerial() throws -> String {
        try world.database.execute("SELECT serial FROM certificate LIMIT 1")[0][0] ?? ""
    }

    private static func text(_ outcome: CommitResult.Outcome) -> String {
        switch outcome {
        case .committed: "committed"
        case .repeated(_, _, _, let isOwnerAlive): "repeated(isOwnerAlive: \(isOwnerAlive))"
        case .stale: "stale"
        case .alreadyReleased: "alreadyReleased"
        case .attemptsExhausted: "attemptsExhausted"
        case .sessionGone: "sessionGone"
        case .sessionEnded: "sessionEnded"
        case .expired: "expired"
        case .taken: "taken"
        case .keyNotActive: "keyNotActive"
        case .epochMoved: "epochMoved"
        case .refused: "refused"
        }
    }

    private func consume() throws -> (String, String, String) {
        let attempt = someAttempt(), boot = bootOfAttempt(attempt), s3 = fresh()
        let isStale = Int.random(in: 0..<6, using: &generator) == 0
        let from = isStale ? (model.history.first ?? 250) : model.ratchet
        let next = nextRatchet
        nextRatchet += 1
        let expected = model.consume(attempt, boot: boot, s3: s3, expected: from, next: next)
        var step = world.consumption(
            Self.bytes(attempt), from: UInt8(from % 256), to: UInt8(next % 256), boot: boots[boot])
        step.s3Hash = Self.bytes(s3)
        let found = try world.stores.signing.consume(step, deadline: soon())
        return ("consume \(attempt) boot \(boot) h \(from) → \(next)", "\(expected)", "\(found)")
    }

    private func storeAnswer() throws -> (String, String, String) {
        let attempt = someAttempt(), boot = bootOfAttempt(attempt)
        let expected = model.storeAnswer(attempt, boot: boot)
        let found = try world.stores.signing.storeAnswer(
            attemptId: Self.bytes(attempt), bootId: boots[boot], s4Answer: [4], deadline: soon())
        return ("storeAnswer \(attempt) boot \(boot)", "\(expected)", "\(found)")
    }

    private func burn() throws -> (String, String, String) {
        let attempt = someAttempt()
        let expected = model.burn(attempt)
        let found = try world.stores.signing.burn(
            attemptId: Self.bytes(attempt), reason: "TEST", deadline: soon())
        return ("burn \(attempt)", "\(expected)", Self.text(found))
    }

    private func abandon() throws -> (String, String, String) {
        let attempt = someAttempt(), boot = bootOfAttempt(attempt)
        let expected = model.abandon(attempt, boot: boot)
        let found = try world.stores.signing.abandon(
            attemptId: Self.bytes(attempt), bootId: boots[boot], reason: "TEST", deadline: soon())
        return ("abandon \(attempt) boot \(boot)", "\(expected)", Self.text(found))
    }

    private func orphan() throws -> (String, String, String) {
        let attempt = someAttempt()
        let expected = model.burnIfOrphaned(attempt)
        let found = try world.stores.signing.burnIfOrphaned(attemptId: Self.bytes(attempt), deadline: soon())
        return ("orphan \(attempt)", "\(expected)", Self.text(found))
    }

    private static func text(_ outcome: BurnOutcome) -> String {
        switch outcome {
        case .burned: "burned"
        case .sessionEnded: "sessionEnded"
        case .unchanged: "unchanged"
        }
    }

    private func finish() throws -> (String, String, String) {
        let attempt = someAttempt(), s5 = someS5(attempt)
        let expected = model.finish(attempt, s5: s5)
        var finished = try world.finished(Self.bytes(attempt))
        finished.s5Hash = Self.bytes(s5)
        if finished.certificateSerial.isEmpty { finished.certificateSerial = try anySerial() }
        let found = try world.stores.signing.finish(finished, deadline: soon())
        let text: String
        if case .repeated = found { text = "repeated" } else { text = "\(found)" }
        return ("finish \(attempt) s5 \(s5)", "\(expected)", text)
    }

    private func badFinish() throws -> (String, String, String) {
        let attempt = someAttempt()
        let expected = model.recordBadFinish(attempt)
        let found = try world.stores.signing.recordBadFinish(
            attemptId: Self.bytes(attempt), code: "S_RANGE", deadline: soon())
        let text: String =
            switch found {
            case .counted(let left): "counted(\(left))"
            case .failed: "failed"
            case .unchanged: "unchanged"
            }
        return ("badFinish \(attempt)", "\(expected)", text)
    }

    private func lock() throws -> (String, String, String) {
        let attempt = someAttempt(), s5 = someS5(attempt)
        let expected = model.lockKey(attempt, s5: s5)
        let lock = KeyLock(attemptId: Self.bytes(attempt), s5Hash: Self.bytes(s5), s5Answer: [5], reason: "C3_INVALID")
        let found = try world.stores.signing.lockKey(lock, deadline: soon())
        let text: String =
            switch found {
            case .locked: "locked"
            case .repeated: "repeated"
            case .stepTaken: "stepTaken"
            case .outOfOrder: "outOfOrder"
            case .stale: "stale"
            }
        return ("lock \(attempt) s5 \(s5)", "\(expected)", text)
    }

    private func suspend() throws -> (String, String, String) {
        model.suspendForClone()
        try world.stores.signing.suspendForClone(
            documentNumber: world.document, attemptId: Self.bytes(1), deadline: soon())
        return ("suspend", "", "")
    }

    private func due() throws -> (String, String, String) {
        let session = Int.random(in: 0..<sessions.count, using: &generator)
        model.sessions[session].isDue = true
        try world.makeDue(sessions[session])
        guard Bool.random(using: &generator) else { return ("due \(session)", "", "") }
        let expected = model.expire(session)
        let found = try world.stores.sessions.expire(id: sessions[session], deadline: soon())
        return ("expire \(session)", "\(expected)", "\(found)")
    }

    private func kill() throws -> (String, String, String) {
        let boot = someBoot()
        model.deadBoots.insert(boot)
        try world.kill(boots[boot])
        return ("kill \(boot)", "", "")
    }
}
