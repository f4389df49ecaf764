import Crypto
import Wire

/// A whole enrolment: trust, K1 … K4, sealing (threshold-ecdsa A.3, mobile-api §4).
///
/// What the phone keeps is sealed and stored before K3 leaves. A K4 that got lost is asked for with the same bytes, in
/// this call or, after a restart, with `resume()`; a second key is never made for the same enrolment.
public struct Enroller {
    private let registry: PhoneRegistry
    private let client: PhoneClient
    private let trust: ServiceTrust
    private let roots: [[UInt8]]
    private let environment: PhoneEnvironment
    private let progress: (EnrolmentProgress) -> Void

    /// - Parameters:
    ///   - trust: the app's pins
    ///   - roots: DER of the root certificates that the app carries; empty takes the chain of K4 by itself
    public init(
        registry: PhoneRegistry, transport: any Transport, trust: ServiceTrust = ServiceTrust(),
        roots: [[UInt8]] = [], environment: PhoneEnvironment = PhoneEnvironment(),
        progress: @escaping (EnrolmentProgress) -> Void = { _ in }
    ) {
        self.registry = registry
        self.client = PhoneClient(transport: transport)
        self.trust = trust
        self.roots = roots
        self.environment = environment
        self.progress = progress
    }

    /// Enrols this phone.
    /// - Parameters:
    ///   - pin2: seals SIGN
    ///   - pin1: seals AUTH; nil makes the SIGN key only
    /// - Throws: `ALREADY_ENROLLED`, `ENROLMENT_PENDING` (call `resume`), `PIN_FORMAT`, and what trust, K2, K4 and the
    ///   server refuse. Nothing is kept unless K3 has been made.
    @discardableResult
    public func enrol(_ request: EnrolmentRequest, pin2: PIN, pin1: PIN? = nil) throws(PhoneError) -> Registration {
        try checkFree()
        try pin2.checkFormat()
        try pin1?.checkFormat()
        let suite = try PhoneError.checking { () throws(CryptoError) in try Suite(number: request.suite) }
        var clock = Stopwatch(environment)

        let established = try trust.establish(client, suite: suite, previous: registry.state.service)
        try registry.update { $0.service = established.service }
        progress(.trusted(milliseconds: clock.lap()))

        let slots: [Slot] = pin1 == nil ? [.signature] : [.signature, .authentication]
        let runs = try slots.mapTyped { (slot) throws(PhoneError) in try start(slot, suite) }
        progress(.keysGenerated(milliseconds: clock.lap()))

        let answer = try initiate(request, runs, established)
        progress(.initiated(milliseconds: clock.lap()))

        let pending = try prove(runs, answer, established, latinName: request.latinName) { slot in
            slot == .authentication ? pin1 ?? pin2 : pin2
        }
        try registry.update { $0.pendingEnrolment = pending }
        progress(.proved(milliseconds: clock.lap()))
        return try resume()
    }

    /// Asks for K4 with the stored K3 and finishes the enrolment.
    /// - Throws: `ENROLMENT_NONE` when no K3 has been made; `K4_ENCODING`, `K4_SIGNATURE` when every answer was damaged
    ///   (the enrolment stays pending); `CERTIFICATE_…`, `CHAIN_…` and a refusal of the server, after which the
    ///   pending keys are dropped: an enrolment is one attempt.
    @discardableResult
    public func resume() throws(PhoneError) -> Registration {
        guard let pending = registry.state.pendingEnrolment else {
            throw .check(code: "ENROLMENT_NONE", reason: "no enrolment is waiting for its answer")
        }
        var clock = Stopwatch(environment)
        let registration: Registration
        do {
            registration = try askUntilAnswered(pending)
        } catch {
            if Self.isFinal(error) { try registry.update { $0.pendingEnrolment = nil } }
            throw error
        }
        try registry.update { state in
            state.registration = registration
            state.pendingEnrolment = nil
        }
        progress(.completed(milliseconds: clock.lap()))
        return registration
    }

    // MARK: K1 → K2

    private func checkFree() throws(PhoneError) {
        guard registry.state.registration == nil else {
            throw .check(code: "ALREADY_ENROLLED", reason: "this phone is enrolled; delete the registration first")
        }
        guard registry.state.pendingEnrolment == nil else {
            throw .check(code: "ENROLMENT_PENDING", reason: "an enrolment waits for its answer; resume it")
        }
    }

    private func start(_ slot: Slot, _ suite: Suite) throws(PhoneError) -> SlotGeneration {
        try PhoneError.checking { () throws(CryptoError) in
            try SlotGeneration(suite: suite, slot: slot, random: environment.random)
        }
    }

    private func initiate(
        _ request: EnrolmentRequest, _ runs: [SlotGeneration], _ established: ServiceTrust.Established
    ) throws(PhoneError) -> EnrolmentMessages.InitAnswer {
        let body = EnrolmentMessages.initBody(request, slots: runs.map(\.k1))
        let answer = try EnrolmentMessages.initAnswer(client.enrollmentInit(body))
        guard answer.slots.count == runs.count else {
            throw .check(code: "K2_ENCODING", reason: "other slots than asked for")
        }
        try PhoneError.checking { () throws(CryptoError) in
            for (run, k2) in zip(runs, answer.slots) {
                try run.accept(
                    k2, head: answer.head, parameters: established.parameters, service: established.service)
            }
        }
        return answer
    }

    // MARK: K3

    private func prove(
        _ runs: [SlotGeneration], _ answer: EnrolmentMessages.InitAnswer, _ established: ServiceTrust.Established,
        latinName: LatinName?, pin: (Slot) -> PIN
    ) throws(PhoneError) -> PendingEnrolment {
        var k3Slots: [K3Slot] = []
        var slots: [PendingEnrolment.PendingSlot] = []
        try PhoneError.checking { () throws(CryptoError) in
            for run in runs {
                let (k3, pending) = try run.prove(
                    parameters: established.parameters, pin: pin(run.slot), random: environment.random)
                k3Slots.append(k3)
                slots.append(pending)
            }
        }
        let body = EnrolmentMessages.completeBody(
            enrollmentId: answer.head.enrolmentId, latinName: latinName ?? answer.latinName, slots: k3Slots)
        return PendingEnrolment(
            enrollmentId: answer.head.enrolmentId, documentNumber: answer.head.documentNumber,
            expiresAt: answer.head.expiresAt, parametersHash: answer.head.parametersHash, body: body, slots: slots)
    }

    // MARK: K4

    private func askUntilAnswered(_ pending: PendingEnrolment) throws(PhoneError) -> Registration {
        try RetryLoop(environment: environment) { progress(.retrying(code: $0.code)) }
            .run(.complete) { () throws(PhoneError) in
                let answer = try EnrolmentMessages.completeAnswer(client.enrollmentComplete(pending.body))
                return try accept(answer, pending)
            }
    }

    /// Checks K4 slot by slot: the signature over certificate, chain and token first, then what the certificate says.
    private func accept(
        _ answer: EnrolmentMessages.CompleteAnswer, _ pending: PendingEnrolment
    ) throws(PhoneError) -> Registration {
        let k3Slots = try EnrolmentMessages.k3Slots(of: pending.body)
        guard answer.slots.map(\.slot) == pending.slots.map(\.record.slot), k3Slots.count == answer.slots.count,
            answer.documentNumber == pending.documentNumber
        else { throw .check(code: "K4_ENCODING", reason: "other slots or another document than in K2") }
        let service = try registry.service()
        let certificates = CertificateCheck(roots: roots, now: environment.now())
        var records: [SlotRecord] = []
        for (index, k4) in answer.slots.enumerated() {
            let slot = pending.slots[index]
            var record = slot.record
            try PhoneError.checking { () throws(CryptoError) in
                try service.underAnyKey(code: "K4_SIGNATURE") { (core) throws(CryptoError) in
                    try pending.context(slot).verifyK4(
                        signature: k4.signature, k3: k3Slots[index].tlv, leaf: k4.certificate, chain: k4.chain,
                        deviceToken: answer.deviceToken, core: core)
                }
                try certificates.check(leaf: k4.certificate, chain: k4.chain, slot: record.slot, Q: record.Q)
            }
            record.certificate = k4.certificate
            record.chain = k4.chain
            record.certificateLevel = k4.certificateLevel
            records.append(record)
        }
        return Registration(
            documentNumber: pending.documentNumber, deviceToken: answer.deviceToken, slots: records)
    }

    /// Whether the enrolment is over: the server has burned it, or has signed a certificate that is not ours.
    private static func isFinal(_ error: PhoneError) -> Bool {
        switch error {
        case .server(let problem): (400...499).contains(problem.status) && RetryRule.isRefusal(problem)
        case .check(let code, _): code.hasPrefix("CERTIFICATE_") || code.hasPrefix("CHAIN_")
        case .transport, .wrongPIN: false
        }
    }
}
