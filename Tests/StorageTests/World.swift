import Foundation
import Storage
import Synchronization
import TestSupport

/// A database with a relying party, a citizen and an enrolled phone, and short ways to what tests repeat.
final class World: Sendable {
    let database: PostgresDatabase
    let pool: Pool
    let stores: Stores
    let relyingParty = UUID().uuidString.lowercased()
    let citizen: Citizen
    let boot = UUID().uuidString.lowercased()
    let document: String
    let signKey: String
    /// SHA-256 of the phone's token.
    let tokenHash: [UInt8]

    static let ms: Int64 = 1_790_000_000_000

    init(capacity: Int = 10) throws {
        database = try PostgresDatabase()
        pool = database.pool(capacity: capacity)
        stores = Stores(pool: pool)
        citizen = World.newCitizen()
        try stores.relyingParties.add(
            id: relyingParty, name: "Bank", secretHash: World.random(32),
            settings: RelyingPartySettings(vcFormat: "numeric4"), deadline: soon())
        try stores.citizens.upsert(citizen, deadline: soon())
        try stores.replicas.heartbeat(bootId: boot, address: "127.0.0.1:1", deadline: soon())
        let enrolled = try World.enrol(stores, citizen: citizen, boot: boot)
        document = enrolled.document
        signKey = enrolled.keys["SIGN"] ?? ""
        tokenHash = enrolled.completion.tokenHash
    }

    static func newCitizen() -> Citizen {
        let number = String(UInt64.random(in: 10_000_000..<99_999_999))
        return Citizen(
            id: UUID().uuidString.lowercased(), civilID: number, registrationNumber: "УХ" + number, givenName: "Бат",
            surname: "Дорж", givenNameLatin: "BAT", surnameLatin: "DORJ")
    }

    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    static func verifiedKYC(_ stores: Stores, _ citizen: Citizen) throws -> String {
        let state = UUID().uuidString
        try stores.kyc.create(
            reference: state, provider: "dev", registrationNumber: citizen.registrationNumber,
            lifetimeMilliseconds: 600_000, deadline: soon())
        guard try stores.kyc.verify(reference: state, citizenId: citizen.id, deadline: soon()) else {
            throw Unexpected()
        }
        return state
    }

    static func newEnrolment(_ stores: Stores, citizen: Citizen, slots: [String] = ["SIGN", "AUTH"]) throws
        -> NewEnrolment
    {
        NewEnrolment(
            id: UUID().uuidString.lowercased(), documentNumber: UUID().uuidString.lowercased(),
            kycState: try verifiedKYC(stores, citizen), citizenId: citizen.id, platform: "ios", deviceName: "Утас",
            pushToken: nil, expiresAt: try stores.pool.now(deadline: soon()) + 600_000,
            parametersHash: random(32),
            slots: slots.map {
                EnrolmentSlot(
                    slot: $0, suite: 1, keyId: UUID().uuidString.lowercased(), nonceP1: random(32),
                    commitment: random(32), nonceP2: random(32), Q2: random(65), sealedX2: random(60))
            })
    }

    static func completion(_ new: NewEnrolment, boot: String) -> EnrolmentCompletion {
        EnrolmentCompletion(
            enrolmentId: new.id, bootId: boot, tokenHash: random(32), answerSealed: random(100),
            givenNameLatin: "BAT", surnameLatin: "DORJ",
            slots: new.slots.map {
                CompletedSlot(
                    keyId: $0.keyId, Q: random(65), Q1: random(65), N: random(256), ckey: random(512),
                    nHash: random(32), proofHash: random(32), proofTranscript: random(1000),
                    ssid: [UInt8](repeating: 1, count: 32),
                    parametersHash: [UInt8](repeating: 2, count: 32), sealedX2: random(60),
                    ratchet: ratchet(0), certificateSerial: UUID().uuidString, certificateDER: random(300),
                    certificateLevel: "QUALIFIED", certificateState: .active, notBefore: ms,
                    notAfter: ms + 94_608_000_000)
            })
    }

    static func enrol(_ stores: Stores, citizen: Citizen, boot: String) throws -> (
        document: String, keys: [String: String], completion: EnrolmentCompletion
    ) {
        let new = try newEnrolment(stores, citizen: citizen)
        try stores.enrolments.create(new, deadline: soon())
        let claim = try stores.enrolments.beginCompletion(
            id: new.id, bodyHash: random(32), bootId: boot, deadline: soon())
        guard case .claimed = claim else { throw Unexpected() }
        let completion = completion(new, boot: boot)
        guard try stores.enrolments.finish(completion, deadline: soon()) == .finished else { throw Unexpected() }
        let keys = Dictionary(uniqueKeysWithValues: new.slots.map { ($0.slot, $0.keyId) })
        return (new.documentNumber, keys, completion)
    }

    static func ratchet(_ step: UInt8) -> [UInt8] { Array(repeating: step, count: 32) }

    func newSession(citizenId: String? = nil, anonymous: Bool = false, lifetime: Int64 = 120_000) -> NewSession {
        NewSession(
            id: UUID().uuidString.lowercased(), relyingPartyId: relyingParty, flow: "SIGNATURE", slot: "SIGN",
            signatureProtocol: "RAW_DIGEST_SIGNATURE", citizenId: anonymous ? nil : citizenId ?? citizen.id,
            relyingPartyName: "bank", registeredName: "Bank", interactions: "W10=", digest: World.random(32),
            hashType: "SHA-256", flowType: "Notification", certificateLevel: "QUALIFIED", requestJSON: [0x7B, 0x7D],
            lifetimeMilliseconds: lifetime)
    }

    @discardableResult
    func openSession(lifetime: Int64 = 120_000) throws -> String {
        let new = newSession(lifetime: lifetime)
        try stores.sessions.create(new, deadline: soon())
        return new.id
    }

    func request(
        _ session: String, document: String? = nil, key: String? = nil, epoch: Int = 1, boot: String? = nil
    ) -> CommitRequest {
        CommitRequest(
            sessionId: session, documentNumber: document ?? self.document, keyId: key ?? signKey,
            epoch: epoch, bootId: boot ?? self.boot, s1Hash: World.random(32), s1Nonce: World.random(32),
            commitment: World.random(32), digest: World.random(32), interactionTypeUsed: "displayTextAndPIN",
            userChallenge: nil, certificateSerial: serial(document ?? self.document) ?? "none")
    }

    /// The certificate of a document's signature key.
    private func serial(_ document: String) -> String? {
        let held = try? stores.keys.load(documentNumber: document, slot: "SIGN", deadline: soon())
        return held?.certificate?.serial
    }

    func commit(_ request: CommitRequest) throws -> CommitResult {
        try stores.signing.commit(request, deadline: soon()) { context in
            NewAttempt(
                id: World.random(32), s2Nonce: World.random(32), R2: World.random(65), s2Answer: [1, 2, 3],
                expiresAt: min(context.now + 120_000, context.sessionExpiresAt))
        }
    }

    /// Commits and gives the attempt's id.
    func attempt(_ session: String, boot: String? = nil) throws -> [UInt8] {
        guard case .committed(let id) = try commit(request(session, boot: boot)).outcome else { throw Unexpected() }
        return id
    }

    func consumption(_ attempt: [UInt8], from: UInt8 = 0, to: UInt8 = 1, boot: String? = nil) -> Consumption {
        Consumption(
            attemptId: attempt, bootId: boot ?? self.boot, s3Hash: World.random(32), r: World.random(32),
            R1: World.random(65), expectedRatchet: World.ratchet(from), ratchetNext: World.ratchet(to))
    }

    /// Takes an attempt to a stored c3.
    func release(_ attempt: [UInt8], from: UInt8 = 0, to: UInt8 = 1) throws {
        let step = consumption(attempt, from: from, to: to)
        guard try stores.signing.consume(step, deadline: soon()) == .consumed,
            try stores.signing.storeAnswer(attemptId: attempt, bootId: boot, s4Answer: [9], deadline: soon())
        else { throw Unexpected() }
    }

    func finished(_ attempt: [UInt8]) throws -> FinishedSignature {
        let serial = try stores.keys.load(documentNumber: document, slot: "SIGN", deadline: soon())?.certificate?.serial
        return FinishedSignature(
            attemptId: attempt, s5Hash: World.random(32), signature: World.random(70), certificateSerial: serial ?? "",
            s5Answer: [7, 7])
    }

    func session(_ id: String) throws -> SessionRecord? {
        try stores.sessions.getForRelyingParty(id: id, relyingPartyId: relyingParty, deadline: soon())?.session
    }

    func attemptState(_ id: [UInt8]) throws -> String? {
        let hex = id.map { String(format: "%02x", $0) }.joined()
        return try database.execute("SELECT state FROM attempt WHERE id = '\\x\(hex)'").first?.first ?? nil
    }

    /// Moves a session's end into the past.
    func makeDue(_ session: String) throws {
        try database.execute("UPDATE rp_session SET expires_at = now() - interval '1 s' WHERE id = '\(session)'")
    }

    func kill(_ boot: String) throws {
        try database.execute("UPDATE replica SET heartbeat = now() - interval '16 s' WHERE boot_id = '\(boot)'")
    }
}

/// A fixture did not come out as it must.
struct Unexpected: Error {}

func soon() -> StorageDeadline { StorageDeadline(milliseconds: 10_000) }

/// Runs `body` on so many threads at once and gives their results.
func race<T: Sendable>(_ count: Int = 8, _ body: @escaping @Sendable (Int) throws -> T) throws -> [T] {
    let results = Mutex<[Result<T, any Error>]>([])
    let ready = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let done = DispatchGroup()
    for index in 0..<count {
        done.enter()
        Thread.detachNewThread {
            ready.signal()
            go.wait()
            let result = Result { try body(index) }
            results.withLock { $0.append(result) }
            done.leave()
        }
    }
    for _ in 0..<count { ready.wait() }
    for _ in 0..<count { go.signal() }
    done.wait()
    return try results.withLock { try $0.map { try $0.get() } }
}
