import Crypto
import Synchronization
import Testing
import Wire

@testable import Phone

/// A key that has ended, by a wrong answer or by ten wrong PINs, while a refresh of it is under way: no half of any
/// epoch is left, in no state that is ever written, and nothing that the server says brings it back.
@Suite struct ClosedSlotTests {
    /// A phone with a refresh of SIGN whose F3 has left, and every state that it writes from then on.
    private struct World {
        let fixture: Fixture
        let history: HistoryStore
        let registry: PhoneRegistry

        init() throws {
            fixture = try Fixture()
            let old = try fixture.slot(.signature)
            try fixture.registry.update { $0.pendingRefresh = World.refresh(of: old) }
            history = HistoryStore(fixture.store)
            registry = try PhoneRegistry(store: history)
        }

        /// What the phone keeps of a refresh. The new half is another sealed share here: none of these tests opens it.
        private static func refresh(of old: SlotRecord) -> PendingRefresh {
            let next = SlotRecord(
                slot: old.slot, suite: old.suite, keyId: old.keyId, epoch: old.epoch + 1, Q: old.Q, Q1: old.Q1,
                N: old.N, ckey: old.ckey, ratchet: old.ratchet, sealedShare: old.sealedShare ?? [])
            let digest = [UInt8](repeating: 7, count: 32)
            return PendingRefresh(
                refreshId: "refresh", next: next, body: [], authorisationDigest: digest, possessionDigest: digest)
        }

        /// The server's word about the epoch of SIGN.
        func serverHolds(epoch: UInt64) throws {
            let old = try fixture.slot(.signature)
            var writer = JSONWriter()
            writer.object { w in
                w.member("state", "ACTIVE")
                w.memberArray("slots") { w in
                    w.object { w in
                        w.member("slot", "SIGN")
                        w.member("keyId", old.keyId)
                        w.member("epoch", Int64(epoch))
                        w.member("modulusHash", base64: SHA256.hash(old.N))
                        w.member("state", "ACTIVE")
                    }
                }
            }
            let body = writer.bytes
            fixture.transport.on("/v3/device-status", .change { _ in body })
        }

        func approve(_ session: String) -> PhoneError? {
            failure {
                try Approver(registry: registry, transport: fixture.transport, environment: Fixture.environment)
                    .approve(session, pins: Fixture.pins)
            }
        }

        /// The states in which the key has ended and a half of its next epoch is still there.
        func leftovers() throws -> Int {
            try history.states.map { try PhoneState(decoding: $0) }.filter { state in
                state.registration?.slot(.signature)?.status != .active && state.pendingRefresh != nil
            }.count
        }
    }

    /// A phone that is stopped between two writes would keep the new half: one bit of x1 more for the server.
    @Test func aWrongC3EndsBothHalvesInOneWrite() throws {
        let world = try World()
        world.fixture.server.add(.signature("session-1"))
        world.fixture.server.state.withLock { $0.cheat = .otherPlaintext }
        try world.serverHolds(epoch: 1)
        #expect(world.approve("session-1")?.code == "C3_INVALID")
        #expect(try world.fixture.slot(.signature).status == .locked)
        #expect(try world.fixture.store.load()?.pendingRefresh == nil)
        #expect(try world.leftovers() == 0)
    }

    @Test func theTenthWrongPINDeletesBothHalves() throws {
        let world = try World()
        let vault = PINVault(registry: world.registry)
        for _ in 1...9 { #expect(try !vault.verify(.signature, pin: PIN("00000"))) }
        #expect(failure { _ = try vault.verify(.signature, pin: PIN("00000")) }?.code == "SLOT_DELETED")
        #expect(try world.fixture.store.load()?.pendingRefresh == nil)
        #expect(try world.leftovers() == 0)
    }

    /// A try that was counted before the phone was killed is the tenth all the same.
    @Test func aKilledTenthTryDeletesBothHalves() throws {
        let world = try World()
        try world.registry.updateSlot(.signature) { $0.wrongPINs = PINVault.maximumTries }
        #expect(failure { _ = try PINVault(registry: world.registry).verify(.signature, pin: PIN("56789")) } != nil)
        #expect(try world.leftovers() == 0)
    }

    /// A state of that kind, however it came about: the server claims the commit, and the key stays as it ended.
    @Test(arguments: [SlotStatus.locked, .deleted])
    func theServersWordBringsNoKeyBack(status: SlotStatus) throws {
        let world = try World()
        world.fixture.server.add(.signature("session-1"))
        try world.registry.updateSlot(.signature) { $0.status = status }
        try world.serverHolds(epoch: 2)
        #expect(world.approve("session-1")?.code == (status == .locked ? "SLOT_LOCKED" : "SLOT_DELETED"))
        #expect(try world.fixture.slot(.signature).status == status)
        #expect(try world.fixture.slot(.signature).epoch == 1)
        #expect(try world.fixture.store.load()?.pendingRefresh == nil)
        #expect(world.fixture.transport.bodies("commit").isEmpty)
    }

    /// Of an active key it is adopted.
    @Test func anActiveKeyTakesTheNextEpoch() throws {
        let world = try World()
        try world.serverHolds(epoch: 2)
        _ = world.approve("session-1")
        #expect(try world.fixture.slot(.signature).epoch == 2)
    }

    /// A device link asks first how the refresh stands, as an approval does.
    @Test func aDeviceLinkTakesTheNextEpochToo() throws {
        let world = try World()
        try world.serverHolds(epoch: 2)
        var login = FakeSession.login("login-1")
        login.flowType = "Web2App"
        login.callback = "https://rp.mn/cb?value=x"
        world.fixture.server.add(login)
        let link =
            "https://id.mn/dl?deviceLinkType=Web2App&sessionToken=abc&sessionType=auth&version=1.0&lang=mon"
            + "&authCode=AOKi9-sz9VOCXrZu7qsi4Axtcy0J8H3JjTJlZlTnhtk"
        let approver = try Approver(
            registry: world.registry, transport: world.fixture.transport, environment: Fixture.environment)
        _ = try approver.answer(link: link, pins: Fixture.pins) { _ in .approve() }
        #expect(try world.fixture.slot(.signature).epoch == 2)
    }

    @Test func aForgottenRegistrationLeavesNoHalf() throws {
        let world = try World()
        try world.registry.deleteRegistration()
        #expect(try world.fixture.store.load()?.pendingRefresh == nil)
    }
}
