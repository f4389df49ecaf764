import Crypto
import Phone

/// The reference phone, driven without a person.
final class BenchPhone {
    private let registry: PhoneRegistry
    private let transport: HTTPTransport
    private let suite: UInt64
    private let pin = PIN("135790")
    private var enrolments = 0

    init(baseURL: String, suite: UInt64) throws(BenchError) {
        self.suite = suite
        do {
            registry = try PhoneRegistry(store: MemoryStateStore(), baseURL: baseURL)
            transport = try HTTPTransport(baseURL: baseURL)
        } catch { throw BenchError("no phone: \(error)") }
    }

    /// Enrols one key (SIGN) for a citizen who has not been here before; what the phone held is forgotten.
    func enrol() throws(BenchError) {
        enrolments += 1
        let client = PhoneClient(transport: transport)
        do {
            try registry.deleteRegistration()
            let start = try client.kycInit(registrationNumber: Self.registrationNumber(enrolments))
            guard try client.kycStatus(state: start.state).progress == .verified else {
                throw PhoneError.check(code: "KYC_FAILED", reason: "the citizen was not verified")
            }
            let request = EnrolmentRequest(authCode: start.state, suite: suite)
            try Enroller(registry: registry, transport: transport).enrol(request, pin2: pin)
        } catch { throw BenchError("enrolment: \(error)") }
    }

    var documentNumber: String { registry.state.registration?.documentNumber ?? "" }

    /// Looks for the session, and signs it.
    func sign(_ session: String) throws(BenchError) {
        do {
            let approver = try Approver(registry: registry, transport: transport)
            guard try approver.pending().contains(where: { $0.sessionId == session }) else {
                throw PhoneError.check(code: "SESSION_MISSING", reason: "the session is not pending")
            }
            try approver.approve(session, pins: PINs(pin2: pin))
        } catch { throw BenchError("signature: \(error)") }
    }

    /// Well-formed numbers, one for each enrolment: letters, a date of 1980 and two digits that count.
    private static func registrationNumber(_ index: Int) -> String {
        func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
        return "УБ80" + two(index / 2_800 % 12 + 1) + two(index / 100 % 28 + 1) + two(index % 100)
    }
}
