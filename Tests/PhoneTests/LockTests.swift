import Crypto
import Phone
import Synchronization
import Testing

/// A c3 under the server's right signature that gives no signature (CVE-2023-33242): final, proved, reported.
@Suite struct LockTests {
    @Test(arguments: [
        (FakeServer.Cheat.otherPlaintext, "C3_INVALID"), (.zeroC3, "C3_RANGE"), (.c3SharesFactor, "C3_COPRIME"),
    ])
    func locksForGood(cheat: FakeServer.Cheat, code: String) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.server.add(.signature("session-2"))
        fixture.server.state.withLock { $0.cheat = cheat }
        let error = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(error?.code == code)
        #expect(fixture.server.state.withLock { $0.reports } == 1)
        #expect(fixture.server.session("session-1")?.endResult == "DOCUMENT_UNUSABLE")

        let record = try fixture.slot(.signature)
        #expect(record.status == .locked)
        #expect(record.sealedShare == nil)
        #expect(record.openRun == nil)
        #expect(record.lockReport?.isAcknowledged == true)

        fixture.server.state.withLock { $0.cheat = nil }
        let again = failure { try fixture.restarted().approve("session-2", pins: Fixture.pins) }
        #expect(again?.code == "SLOT_LOCKED")
        #expect(fixture.transport.bodies("commit").count == 1)
    }

    @Test func reportsUntilItIsTaken() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.server.state.withLock { $0.cheat = .otherPlaintext }
        fixture.transport.on("finish", times: 8, .loseRequest)
        _ = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        #expect(try fixture.slot(.signature).sealedShare == nil)
        #expect(try fixture.slot(.signature).lockReport?.isAcknowledged == false)
        #expect(fixture.server.state.withLock { $0.reports } == 0)

        #expect(try fixture.restarted().resendReports() == 1)
        #expect(fixture.server.state.withLock { $0.reports } == 1)
        #expect(try fixture.restarted().resendReports() == 0)
        #expect(Set(fixture.transport.bodies("finish")).count == 1)
    }

    /// The other key is another run with another N: it goes on.
    @Test func leavesTheOtherSlotAlone() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        fixture.server.add(.login("login-1"))
        fixture.server.state.withLock { $0.cheat = .otherPlaintext }
        _ = failure { try fixture.approver().approve("session-1", pins: Fixture.pins) }
        fixture.server.state.withLock { $0.cheat = nil }
        #expect(
            try fixture.approver().approve("login-1", pins: Fixture.pins)
                == .signed(endResult: "OK", callbackURL: nil))
    }
}
