import Crypto
import Foundation
import Phone
import ServerTestSupport
import Synchronization
import Testing
import Wire

/// The rules of a key's refresh. The suites inside share one server that offers both suites; each test has a phone of
/// its own.
@Suite("Key refresh", .serialized)
struct KeyRefresh {
    private static let shared = Mutex<RefreshWorld?>(nil)

    static func withWorld(_ body: (RefreshWorld) throws -> Void) throws {
        try shared.withLock { shared in
            let world = try shared ?? RefreshWorld()
            shared = world
            try body(world)
        }
    }
}

final class RefreshWorld {
    let service: TestService
    private var citizens = 0

    init() throws { service = try TestService(suites: [.suite1, .suite2]) }

    var party: TestRelyingParty { service.relyingParty }
    var deployment: TestDeployment { service.deployment }

    /// A phone of somebody new, and who that is.
    func phone(_ slots: TestPhone.Slots = .both) throws -> (phone: TestPhone, citizen: String) {
        citizens += 1
        let number = String(format: "РД85%02d%02d%02d", citizens / 100 % 12 + 1, citizens % 28 + 1, citizens % 100)
        return (try service.enrolledPhone(registrationNumber: number, slots: slots), number)
    }

    /// Whether the phone can sign now.
    func canSign(_ phone: TestPhone) throws -> Bool {
        let digest = SHA256.hash(Array(UUID().uuidString.utf8))
        let session = try party.sign(digest: digest, document: phone.documentNumber)
        try phone.approve(session)
        return try party.hasValidSignature(session, digest: digest)
    }

    /// Whether the phone can log in now.
    func canLogIn(_ phone: TestPhone) throws -> Bool {
        let session = try party.logIn(document: phone.documentNumber)
        try phone.approve(session)
        return try party.endResult(session) == "OK"
    }

    /// A column of a phone's key as text.
    func key(_ phone: TestPhone, _ slot: Slot, _ column: String) throws -> String? {
        try deployment.value(
            """
            SELECT (\(column))::text FROM key_share
            WHERE slot = '\(slot.rawValue)' AND document_number = '\(phone.documentNumber)'
            """)
    }

    /// A column of the phone's last refresh.
    func refresh(_ phone: TestPhone, _ column: String) throws -> String? {
        try deployment.value(
            """
            SELECT (\(column))::text FROM key_refresh WHERE document_number = '\(phone.documentNumber)'
            ORDER BY created_at DESC LIMIT 1
            """)
    }

    /// Lets a copy of the phone sign and the phone itself show that there are two.
    func findCopy(of phone: TestPhone) throws -> TestPhone {
        let copy = try TestPhone(copying: phone)
        #expect(try canSign(copy))
        let session = try party.sign(digest: SHA256.hash([1]), document: phone.documentNumber)
        let found = #expect(throws: PhoneError.self) { try phone.approve(session) }
        #expect(found?.code == "RATCHET_CLONE")
        try phone.restore(phone.registry.state.withoutOpenRuns)
        #expect(try key(phone, .signature, "state") == "SUSPENDED")
        return copy
    }
}
