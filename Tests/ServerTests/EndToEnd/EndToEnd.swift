import Crypto
import Foundation
import Phone
import ServerTestSupport
import Synchronization
import Testing
import Wire

/// The rules of the whole service over HTTP. The suites inside share one server and one phone, one test after another.
@Suite("The whole service over HTTP", .serialized)
struct EndToEnd {
    /// In a lock because a phone does one thing at a time; the suite is serialised, so that nobody waits for it.
    private static let shared = Mutex<ServiceWorld?>(nil)

    static func withWorld(_ body: (ServiceWorld) throws -> Void) throws {
        try shared.withLock { shared in
            let world = try shared ?? ServiceWorld()
            shared = world
            try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
            try body(world)
        }
    }
}

/// One server, one citizen's phone with both keys, one relying party.
final class ServiceWorld {
    let service: TestService
    let phone: TestPhone
    let document: String
    private var citizens = 0

    init() throws {
        service = try TestService()
        phone = try service.enrolledPhone(registrationNumber: "УХ00112233")
        document = try phone.documentNumber
    }

    var party: TestRelyingParty { service.relyingParty }
    var deployment: TestDeployment { service.deployment }

    /// A registration number that nobody has yet: an enrolment that fails counts against its citizen.
    func newCitizen() -> String {
        citizens += 1
        return String(format: "ЧП80%02d%02d%02d", citizens / 100 % 12 + 1, citizens / 1_200 % 28 + 1, citizens % 100)
    }

    /// A session that asks for a signature of a digest that no other session has.
    func sign() throws -> (id: String, digest: [UInt8]) {
        let digest = SHA256.hash(Array(UUID().uuidString.utf8))
        return (try party.sign(digest: digest, document: document), digest)
    }

    /// The states of a session's attempts, oldest first, with a space between them.
    func attempts(_ session: String) throws -> String {
        try deployment.value(
            "SELECT string_agg(state, ' ' ORDER BY sign_counter) FROM attempt WHERE session_id = '\(session)'") ?? ""
    }

    /// `ACTIVE`, or the states of the phone's two keys.
    func keyStates() throws -> String {
        try deployment.value(
            "SELECT string_agg(DISTINCT state, ' ') FROM key_share WHERE document_number = '\(document)'") ?? ""
    }

    /// Whether the honest phone can sign now, from a new session to a verified signature.
    func canSign() throws -> Bool {
        let session = try sign()
        try phone.restore(phone.registry.state.withoutOpenRuns)
        try phone.approve(session.id)
        return try party.hasValidSignature(session.id, digest: session.digest)
    }

    /// Lets a session's time pass.
    func expire(_ session: String) throws {
        try deployment.sql(
            "UPDATE rp_session SET expires_at = clock_timestamp() - interval '1 second' WHERE id = '\(session)'")
    }

    /// Runs a body that ends keys, on a copy of the phone, and puts the database back as it was before.
    func withSacrificedPhone(_ body: (TestPhone) throws -> Void) throws {
        let state = phone.registry.state
        let owned = "document_number = '\(document)'"
        try deployment.sql("CREATE TABLE key_before AS SELECT * FROM key_share WHERE \(owned)")
        defer {
            try? phone.restore(state)
            _ = try? deployment.sql(
                """
                UPDATE key_share k SET state = b.state, ratchet = b.ratchet, ratchet_moves = b.ratchet_moves,
                    sealed_x2 = b.sealed_x2 FROM key_before b WHERE b.key_id = k.key_id;
                UPDATE certificate SET state = 'ACTIVE', revoked_at = NULL, reason = NULL WHERE \(owned);
                DROP TABLE key_before
                """)
        }
        try body(TestPhone(copying: phone))
    }
}
