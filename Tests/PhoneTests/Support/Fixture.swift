import Crypto
import Phone
import Synchronization
import Wire

/// A phone and its fake server, enrolled once for all tests; each test works on its own copy.
struct Fixture {
    static let pins = PINs(pin1: PIN("1234"), pin2: PIN("56789"))

    let server: FakeServer
    let transport: FaultyTransport
    let store: MemoryStateStore
    let registry: PhoneRegistry

    private struct Enrolled: Sendable {
        let server: FakeServer
        let state: PhoneState
    }

    private static let shared = Result { () throws -> Enrolled in
        let server = FakeServer(try FakeWorld.make())
        let registry = try PhoneRegistry(store: MemoryStateStore(), baseURL: "http://127.0.0.1")
        try Enroller(registry: registry, transport: server, environment: environment)
            .enrol(EnrolmentRequest(authCode: "dev-state"), pin2: PIN("56789"), pin1: PIN("1234"))
        return Enrolled(server: server, state: registry.state)
    }

    /// Nothing waits in a test.
    static let environment = PhoneEnvironment(now: { FakeServer.now }, pause: { _ in })

    init() throws {
        let enrolled = try Self.shared.get()
        server = enrolled.server.fork()
        transport = FaultyTransport(server)
        store = MemoryStateStore()
        try store.save(enrolled.state)
        registry = try PhoneRegistry(store: store)
    }

    func approver(
        supported: [InteractionType] = InteractionType.allCases,
        progress: @escaping (ApprovalProgress) -> Void = { _ in }
    ) throws -> Approver {
        try Approver(
            registry: registry, transport: transport, environment: Self.environment, supported: supported,
            progress: progress)
    }

    /// The same phone after a restart: what is not in the store is gone.
    func restarted() throws -> Approver {
        try Approver(
            registry: PhoneRegistry(store: store), transport: transport, environment: Self.environment)
    }

    func slot(_ slot: Slot) throws -> SlotRecord {
        guard let record = try store.load()?.registration?.slot(slot) else {
            throw PhoneError.check(code: "SLOT_MISSING", reason: "")
        }
        return record
    }
}

/// Runs and returns the phone's error; nil when there is none.
func failure(_ body: () throws -> Void) -> PhoneError? {
    do {
        try body()
        return nil
    } catch { return error as? PhoneError }
}
