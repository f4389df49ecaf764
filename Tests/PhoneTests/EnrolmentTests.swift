import Crypto
import Phone
import Synchronization
import Testing
import Wire

@Suite struct EnrolmentTests {
    struct Bench {
        let server: FakeServer
        let transport: FaultyTransport
        let store = MemoryStateStore()
        let registry: PhoneRegistry

        init() throws {
            server = FakeServer(try FakeWorld.make())
            transport = FaultyTransport(server)
            registry = try PhoneRegistry(store: store, baseURL: "http://127.0.0.1")
        }

        func enroller(trust: ServiceTrust = ServiceTrust(), roots: [[UInt8]] = []) -> Enroller {
            Enroller(
                registry: registry, transport: transport, trust: trust, roots: roots,
                environment: Fixture.environment)
        }

        /// SIGN only: one key is enough to see what is refused.
        func enrol(trust: ServiceTrust = ServiceTrust(), roots: [[UInt8]] = []) throws {
            try enroller(trust: trust, roots: roots)
                .enrol(EnrolmentRequest(authCode: "dev-state"), pin2: PIN("56789"))
        }
    }

    @Test func enrolsBothSlots() throws {
        let registration = try #require(try Fixture().registry.state.registration)
        #expect(registration.slots.map(\.slot) == [.signature, .authentication])
        #expect(registration.slots[0].N != registration.slots[1].N)
        for slot in registration.slots {
            #expect(try CertificateInspector.inspect(slot.certificate).publicKey == slot.Q.encoding)
            #expect(slot.status == .active)
        }
    }

    @Test func enrolsASignatureKeyAloneUnderPins() throws {
        let bench = try Bench()
        let world = bench.server.world
        try bench.enrol(
            trust: ServiceTrust(
                parametersHash: world.parameters.parametersHash, corePins: [world.core.verifyingKey.pin]),
            roots: [world.root.certificate])
        #expect(bench.registry.state.registration?.slots.map(\.slot) == [.signature])
        #expect(failure { try bench.enrol() }?.code == "ALREADY_ENROLLED")
    }

    @Test func asksForALostAnswerWithTheSameBytes() throws {
        let bench = try Bench()
        bench.transport.on("complete", .loseAnswer)
        bench.transport.on("complete", .answer(ServerProblem(status: 409, code: "IN_PROGRESS")))
        bench.transport.on("complete", .change { flipFirstSlot("signature", in: $0) })
        try bench.enrol()
        #expect(bench.transport.bodies("complete").count == 4)
        #expect(Set(bench.transport.bodies("complete")).count == 1)
    }

    @Test func goesOnAfterARestart() throws {
        let bench = try Bench()
        bench.transport.on("complete", times: 8, .loseAnswer)
        #expect(failure { try bench.enrol() }?.code == "TRANSPORT")
        #expect(failure { try bench.enrol() }?.code == "ENROLMENT_PENDING")

        let registry = try PhoneRegistry(store: bench.store)
        let registration = try Enroller(
            registry: registry, transport: bench.transport, environment: Fixture.environment
        ).resume()
        #expect(registration.documentNumber == FakeServer.documentNumber)
        #expect(Set(bench.transport.bodies("complete")).count == 1)
        #expect(registry.state.pendingEnrolment == nil)
        bench.server.add(.signature("session-1"))
        try Approver(registry: registry, transport: bench.transport, environment: Fixture.environment)
            .approve("session-1", pins: Fixture.pins)
    }

    @Test func refusesAnotherParameterSetOrCoreKey() throws {
        let bench = try Bench()
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(failure { try bench.enrol(trust: ServiceTrust(parametersHash: zeros)) }?.code == "PARAMETERS_HASH")
        #expect(failure { try bench.enrol(trust: ServiceTrust(corePins: [zeros])) }?.code == "CORE_PIN")
        #expect(bench.transport.bodies("init").isEmpty)
    }

    @Test func refusesAnUnprovedParameterSet() throws {
        let bench = try Bench()
        bench.transport.on("parameters", .change { flip("proof", in: $0) })
        #expect(failure { try bench.enrol() }?.code == "PRM_EQUATION")
        bench.transport.on("pins", .change { flip("signature", in: $0) })
        #expect(failure { try bench.enrol() }?.code == "PINS_SIGNATURE")
    }

    @Test(arguments: [("signature", "K2_SIGNATURE"), ("Q2", "K2_SIGNATURE"), ("proof", "K2_SIGNATURE")])
    func refusesADamagedK2(member: String, code: String) throws {
        let bench = try Bench()
        bench.transport.on("init", .change { flipFirstSlot(member, in: $0) })
        #expect(failure { try bench.enrol() }?.code == code)
        #expect(bench.transport.bodies("complete").isEmpty)
        #expect(bench.registry.state.pendingEnrolment == nil)
    }

    @Test func refusesACertificateForAnotherKey() throws {
        let bench = try Bench()
        bench.server.state.withLock { $0.certifiesOtherKey = true }
        #expect(failure { try bench.enrol() }?.code == "CERTIFICATE_KEY")
        #expect(bench.registry.state.registration == nil && bench.registry.state.pendingEnrolment == nil)
    }

    @Test func refusesACertificateForAnotherUse() throws {
        let bench = try Bench()
        bench.server.state.withLock { $0.swapsUsage = true }
        #expect(failure { try bench.enrol() }?.code == "CERTIFICATE_USAGE")
    }

    @Test func refusesAnotherRoot() throws {
        let bench = try Bench()
        let other = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "Other", commonName: "Other Root"), notBefore: FakeServer.now - 86_400,
            random: SystemRandom())
        #expect(failure { try bench.enrol(roots: [other.certificate]) }?.code == "CHAIN_UNTRUSTED")
    }

}

/// `flip` in the first element of `slots`.
func flipFirstSlot(_ member: String, in body: [UInt8]) -> [UInt8] {
    guard var object = (try? JSONParser.parse(body))?.object, var slots = object["slots"]?.array,
        let first = slots.first, let changed = try? JSONParser.parse(flip(member, in: first.bytes))
    else { return body }
    slots[0] = changed
    object["slots"] = .array(slots)
    return JSONValue.object(object).bytes
}
