import Crypto
import Glibc
import Phone
import Synchronization
import Testing
import Wire

@Suite struct StateTests {
    /// Every state that is ever written can be read again: each write of a run is kept and loaded.
    @Test func everyWriteIsAState() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let history = HistoryStore(fixture.store)
        let registry = try PhoneRegistry(store: history)
        try Approver(registry: registry, transport: fixture.server, environment: Fixture.environment)
            .approve("session-1", pins: Fixture.pins)
        // The try counted and forgotten, before S3, on S4, on the end.
        #expect(history.states.count == 5)
        for text in history.states {
            let state = try PhoneState(decoding: text)
            #expect(state.encoding == text)
        }
    }

    @Test func aPairingIsPartOfTheState() throws {
        var state = PhoneState(baseURL: "https://192.0.2.1:8443")
        state.deviceKey = [1, 2, 3]
        state.pairing = Pairing(
            baseURL: state.baseURL, serviceId: "11111111-2222-4333-8444-555555555555",
            deviceId: "21111111-2222-4333-8444-555555555555", token: "token", fingerprint: Array(0..<32),
            keyPin: Array(1..<33))
        #expect(try PhoneState(decoding: state.encoding) == state)
    }

    /// What is the paired server: the same host and port, over https.
    @Test(arguments: [
        ("https://server:8443", true), ("https://SERVER:8443/v3", true), ("https://server:8443/", true),
        ("http://server:8443", false), ("https://server", false), ("https://server:8444", false),
        ("https://server.example:8443", false), ("", false),
    ])
    func aPairingCoversItsServerOnly(_ url: String, _ isCovered: Bool) {
        let pairing = Pairing(
            baseURL: "https://server:8443", serviceId: "", deviceId: "", token: "", fingerprint: [], keyPin: [])
        #expect(pairing.covers(url) == isCovered)
    }

    /// A phone stopped after any write goes on from it: the session ends with one signature.
    @Test(arguments: 0..<5)
    func goesOnFromEveryWrite(index: Int) throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let history = HistoryStore(fixture.store)
        history.failsAfter = index + 1
        let registry = try PhoneRegistry(store: history)
        let first = failure {
            try Approver(registry: registry, transport: fixture.transport, environment: Fixture.environment)
                .approve("session-1", pins: Fixture.pins)
        }
        #expect(first?.code == (index < 4 ? "STATE_IO" : nil))
        if fixture.server.session("session-1")?.signature == nil {
            #expect(
                try fixture.restarted().approve("session-1", pins: Fixture.pins)
                    == .signed(endResult: "OK", callbackURL: nil))
        }
        #expect(fixture.server.session("session-1")?.endResult == "OK")
        // At most one c3: no S3 with other bytes was ever sent.
        #expect(Set(fixture.transport.bodies("prove")).count == 1)
    }

    @Test func writesAFileAtOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/phone.json"
        let state = try Fixture().registry.state
        let store = try FileStateStore(path: path)
        #expect(try store.load() == nil)
        try store.save(state)
        #expect(try store.load() == state)
        var info = stat()
        #expect(stat(path, &info) == 0)
        #expect(info.st_mode & 0o777 == 0o600)
        #expect(access(path + ".new", F_OK) != 0)
        // A second process keeps out; a reader does not.
        #expect(failure { _ = try FileStateStore(path: path) }?.code == "STATE_BUSY")
        #expect(try FileStateStore(path: path, writable: false).load() == state)
        #expect(failure { try FileStateStore(path: path, writable: false).save(state) }?.code == "STATE_READ_ONLY")
    }

    @Test func refusesADamagedFile() throws {
        let text = try Fixture().registry.state.encoding
        for cut in stride(from: 0, to: text.count - 2, by: text.count / 7) {
            #expect(failure { _ = try PhoneState(decoding: Array(text[..<cut])) }?.code == "STATE_ENCODING")
        }
        let other = String(decoding: text, as: UTF8.self).replacing("\"version\":1", with: "\"version\":2")
        #expect(failure { _ = try PhoneState(decoding: Array(other.utf8)) }?.code == "STATE_ENCODING")
    }

    /// Neither share nor PIN stands in the file in any form that this test knows.
    @Test func holdsNoSecretInClear() throws {
        let text = String(decoding: try Fixture().registry.state.encoding, as: UTF8.self)
        #expect(!text.contains("56789\"") && !text.contains("1234\""))
        #expect(text.contains("sealedShare"))
    }
}

/// Keeps every state that was written, and can refuse to write.
final class HistoryStore: StateStore {
    private let store: MemoryStateStore
    private(set) var states: [[UInt8]] = []
    var failsAfter = Int.max

    init(_ store: MemoryStateStore) { self.store = store }

    func load() throws(PhoneError) -> PhoneState? { try store.load() }

    func save(_ state: PhoneState) throws(PhoneError) {
        guard states.count < failsAfter else { throw .check(code: "STATE_IO", reason: "stopped") }
        states.append(state.encoding)
        try store.save(state)
    }
}
