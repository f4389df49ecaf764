import Crypto
import Server
import ServerTestSupport
import Testing
import Wire

@testable import Phone

/// Makes enrolments step by step, with one Paillier key for all of them: making a key takes the longest.
///
/// A K3 that comes out of it is honest but for that; a second one cannot complete, since N may be enrolled once.
final class K3Kit {
    /// An enrolment after K2.
    struct Opened {
        let id: String
        let documentNumber: String
        let state: String
        let answer: EnrolmentMessages.InitAnswer
    }

    let client: PhoneClient
    private let transport: any Transport
    private let parameters: RingPedersenParameters
    private let service: PinnedService
    private let p: [UInt8]
    private let q: [UInt8]

    init(_ transport: any Transport) throws {
        self.transport = transport
        client = PhoneClient(transport: transport)
        let established = try ServiceTrust().establish(client, suite: .suite1, previous: nil)
        parameters = established.parameters
        service = established.service
        let key = try PaillierSecretKey.generate(.suite1, random: SystemRandom())
        p = key.p.secretBytes(width: 128).withUnsafeBytes { Array($0) }
        q = key.q.secretBytes(width: 128).withUnsafeBytes { Array($0) }
    }

    /// The verified state of an identity proofing.
    func verified(_ registrationNumber: String) throws -> String {
        try client.kycInit(registrationNumber: registrationNumber).state
    }

    /// The body of init with these slots.
    static func initBody(_ state: String, _ slots: [K1Slot]) -> [UInt8] {
        EnrolmentMessages.initBody(EnrolmentRequest(authCode: state, deviceName: "test phone"), slots: slots)
    }

    /// Opens an enrolment for a commitment.
    func open(_ slot: K1Slot, citizen: String, state: String? = nil) throws -> Opened {
        let state = try state ?? verified(citizen)
        let answer = try EnrolmentMessages.initAnswer(client.enrollmentInit(Self.initBody(state, [slot])))
        return Opened(
            id: answer.head.enrolmentId, documentNumber: answer.head.documentNumber, state: state, answer: answer)
    }

    /// Opens an enrolment whose commitment nobody can open.
    func openAnything(citizen: String) throws -> Opened {
        try open(
            K1Slot(slot: .signature, suite: 1, nonce: SHA256.hash([1]), commitment: SHA256.hash([2])),
            citizen: citizen)
    }

    /// A whole honest run up to K3.
    /// - Parameter random: where x1 comes from
    func prove(
        citizen: String, state: String? = nil, freshKey: Bool = false, random: some RandomSource = SystemRandom()
    ) throws -> (opened: Opened, body: [UInt8]) {
        let run = try PhoneKeyGeneration(suite: .suite1, slot: .signature, random: random)
        let opened = try open(run.k1, citizen: citizen, state: state)
        let accepted = try service.underAnyKey(code: "K2_SIGNATURE") { (core) throws(CryptoError) in
            try run.accept(opened.answer.slots[0], head: opened.answer.head, parameters: parameters, core: core)
        }
        let completed = try run.complete(
            accepted, paillier: freshKey ? .generate(.suite1, random: SystemRandom()) : paillier(),
            parameters: parameters, random: SystemRandom())
        return (opened, body(opened, completed.k3))
    }

    /// The body of complete.
    func body(_ opened: Opened, _ slot: K3Slot) -> [UInt8] {
        EnrolmentMessages.completeBody(
            enrollmentId: opened.id, latinName: opened.answer.latinName, slots: [slot])
    }

    private func paillier() throws(CryptoError) -> PaillierSecretKey {
        try PaillierSecretKey(p: Integer(bytes: p), q: Integer(bytes: q), suite: .suite1)
    }

    func post(_ path: String, _ body: [UInt8]) throws -> HTTPResponse {
        try transport.send(
            PhoneRequest(method: "POST", path: path, headers: ["Content-Type": "application/json"], body: body))
    }

    func complete(_ body: [UInt8]) throws -> HTTPResponse { try post("/v3/enrollment/complete", body) }

    /// The same K3 under the name of another enrolment and of its citizen.
    static func renamed(_ body: [UInt8], _ opened: Opened) throws -> [UInt8] {
        let name = opened.answer.latinName
        let renamed = try BodyEditing.edit(body, "enrollmentId") { _ in .string(opened.id) }
        return try BodyEditing.edit(renamed, "latinName") { _ in
            .object(["givenName": .string(name.givenName), "surname": .string(name.surname)])
        }
    }
}

/// Gives the same x1 every time.
struct StuckRandom: RandomSource {
    func fill(_ buffer: UnsafeMutableRawBufferPointer) { for index in buffer.indices { buffer[index] = 0x5A } }
}

extension ServiceWorld {
    /// That nothing of an enrolment is left but the fact that it failed, and that the identity proofing is unspent.
    func expectBurned(_ opened: K3Kit.Opened) throws {
        let id = opened.id
        #expect(try deployment.value("SELECT state FROM enrolment WHERE id = '\(id)'") == "FAILED")
        #expect(try deployment.value("SELECT count(*) FROM enrolment_slot WHERE enrolment_id = '\(id)'") == "0")
        try expectNoDevice(opened)
        let spent = try deployment.value(
            "SELECT count(*) FROM kyc_verification WHERE state = '\(KYCReference.of(opened.state))' AND spent_at IS NOT NULL"
        )
        #expect(spent == "0")
    }

    func expectNoDevice(_ opened: K3Kit.Opened) throws {
        let document = opened.documentNumber
        for table in ["device", "key_share", "certificate"] {
            let rows = try deployment.value("SELECT count(*) FROM \(table) WHERE document_number = '\(document)'")
            #expect(rows == "0")
        }
    }
}
