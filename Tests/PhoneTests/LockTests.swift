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

    @Test func aRefusedReportKeepsNoOtherBack() throws {
        let fixture = try Fixture()
        fixture.server.add(.login("login-1"))
        fixture.server.add(.signature("session-1"))
        fixture.server.state.withLock { $0.cheat = .otherPlaintext }
        // Eight tries of each report that is open by then.
        for (session, losses) in [("login-1", 8), ("session-1", 16)] {
            fixture.transport.on("finish", times: losses, .loseRequest)
            _ = failure { try fixture.approver().approve(session, pins: Fixture.pins) }
        }
        #expect(fixture.server.state.withLock { $0.reports } == 0)
        fixture.transport.on("finish", .answer(ServerProblem(status: 403, code: "DL_C3_INVALID")))
        #expect(failure { _ = try fixture.restarted().resendReports() }?.code == "DL_C3_INVALID")
        #expect(fixture.server.state.withLock { $0.reports } == 1)
        let taken = try Slot.allCases.filter { try fixture.slot($0).lockReport?.isAcknowledged == true }
        #expect(taken.count == 1)
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
