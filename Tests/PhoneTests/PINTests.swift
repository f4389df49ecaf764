import Crypto
import Phone
import Synchronization
import Testing

@Suite struct PINTests {
    @Test func countsAndDeletes() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let wrong = PINs(pin1: PIN("1234"), pin2: PIN("00000"))
        for remaining in (1...9).reversed() {
            let error = failure { try fixture.approver().approve("session-1", pins: wrong) }
            #expect(error == .wrongPIN(remaining: remaining))
        }
        let error = failure { try fixture.approver().approve("session-1", pins: wrong) }
        #expect(error?.code == "SLOT_DELETED")
        let record = try fixture.slot(.signature)
        #expect(record.status == .deleted)
        #expect(record.sealedShare == nil)
        // Too late, also with the right one, and no proof has reached the server.
        #expect(failure { try fixture.restarted().approve("session-1", pins: Fixture.pins) }?.code == "SLOT_DELETED")
        #expect(fixture.transport.bodies("commit").count == 10)
        #expect(fixture.transport.bodies("prove").isEmpty)
        #expect(try fixture.slot(.authentication).status == .active)
    }

    @Test func aRightPINResetsTheCount() throws {
        let fixture = try Fixture()
        let vault = PINVault(registry: fixture.registry)
        #expect(try !vault.verify(.signature, pin: PIN("00000")))
        #expect(try fixture.slot(.signature).wrongPINs == 1)
        #expect(try vault.verify(.signature, pin: PIN("56789")))
        #expect(try fixture.slot(.signature).wrongPINs == 0)
        // PIN1 opens AUTH only.
        #expect(try !vault.verify(.signature, pin: PIN("1234")))
    }

    /// The citizen is asked again while the server waits: one attempt, not one for each slip.
    @Test func asksAgainWithinOneAttempt() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let left = Mutex<[Int?]>([])
        let pins = PINs { slot, tries in
            left.withLock { $0.append(tries) }
            return slot == .signature && tries == 8 ? PIN("56789") : PIN("00000")
        }
        #expect(try fixture.approver().approve("session-1", pins: pins) == .signed(endResult: "OK", callbackURL: nil))
        #expect(left.withLock { $0 } == [nil, 9, 8])
        #expect(fixture.transport.bodies("commit").count == 1)
        #expect(try fixture.slot(.signature).wrongPINs == 0)
    }

    @Test func aCitizenMayGiveUp() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let pins = PINs { _, tries in tries == nil ? PIN("00000") : nil }
        #expect(failure { try fixture.approver().approve("session-1", pins: pins) }?.code == "PIN_MISSING")
        #expect(try fixture.slot(.signature).wrongPINs == 1)
        #expect(fixture.transport.bodies("prove").isEmpty)
    }

    @Test func changesAPIN() throws {
        let fixture = try Fixture()
        let vault = PINVault(registry: fixture.registry)
        let before = try fixture.slot(.signature).sealedShare
        try vault.changePIN(.signature, from: PIN("56789"), to: PIN("98765"))
        #expect(try fixture.slot(.signature).sealedShare != before)
        #expect(try !vault.verify(.signature, pin: PIN("56789")))
        #expect(try vault.verify(.signature, pin: PIN("98765")))
        #expect(failure { try vault.changePIN(.signature, from: PIN("98765"), to: PIN("1")) }?.code == "PIN_FORMAT")
    }

    /// A phone that is stopped between the count and the try has used the try up.
    @Test func aKilledTryCounts() throws {
        let fixture = try Fixture()
        try fixture.registry.update { $0.registration?.slots[0].wrongPINs = 10 }
        let error = failure { _ = try PINVault(registry: fixture.registry).verify(.signature, pin: PIN("56789")) }
        #expect(error?.code == "SLOT_DELETED")
    }

    /// salt(16) | iv(12) | x1, p, q, run key (32 + 128 + 128 + 32) | tag(16)
    @Test func hasTheSeedsFormat() throws {
        let sealed = try #require(try Fixture().slot(.signature).sealedShare)
        #expect(sealed.count == 16 + 12 + 320 + 16)
        let key = try PBKDF2.derive(
            password: SecretBytes(copyingText: "56789"), salt: Array(sealed[..<16]), iterations: 210_000, count: 32)
        let record = try Fixture().slot(.signature)
        let label = Array("tamga/phone/share/SIGN/\(record.keyId)/1".utf8)
        let plain = try AESGCM.open(
            Array(sealed[28...]), key: key, nonce: Array(sealed[16..<28]), associatedData: label)
        #expect(plain.count == 320)
    }
}

extension SecretBytes {
    fileprivate init(copyingText text: String) {
        self.init(count: text.utf8.count)
        withUnsafeMutableBytes { $0.copyBytes(from: text.utf8) }
    }
}
