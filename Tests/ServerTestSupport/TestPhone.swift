import Crypto
import Foundation
import Phone
import Wire

/// The reference phone with its state in memory and fixed PINs.
public final class TestPhone {
    public static let pin1 = "1234"
    public static let pin2 = "56789"

    /// Which keys an enrolment makes; one takes half of the time.
    public enum Slots: Sendable {
        case both
        case signOnly
    }

    public let store = MemoryStateStore()
    public let registry: PhoneRegistry
    public let transport: any Transport

    public init(transport: any Transport) throws {
        self.transport = transport
        registry = try PhoneRegistry(store: store, baseURL: "http://test")
    }

    /// A copy of a phone, as a thief of its storage would have it.
    public init(copying other: TestPhone, transport: (any Transport)? = nil) throws {
        self.transport = transport ?? other.transport
        try store.save(other.registry.state)
        registry = try PhoneRegistry(store: store)
    }

    @discardableResult
    public func enrol(
        registrationNumber: String, slots: Slots = .both, platform: EnrolmentRequest.Platform = .ios,
        environment: PhoneEnvironment = PhoneEnvironment()
    ) throws -> Registration {
        let client = PhoneClient(transport: transport)
        let start = try client.kycInit(registrationNumber: registrationNumber)
        return try Enroller(registry: registry, transport: transport, environment: environment).enrol(
            EnrolmentRequest(authCode: start.state, deviceName: "test phone", platform: platform),
            pin2: PIN(Self.pin2), pin1: slots == .both ? PIN(Self.pin1) : nil)
    }

    public func approver(
        _ transport: (any Transport)? = nil, environment: PhoneEnvironment = PhoneEnvironment()
    ) throws -> Approver {
        try Approver(registry: registry, transport: transport ?? self.transport, environment: environment)
    }

    public var pins: PINs { PINs(pin1: PIN(Self.pin1), pin2: PIN(Self.pin2)) }

    public var documentNumber: String {
        get throws { try registry.registration().documentNumber }
    }

    @discardableResult
    public func approve(
        _ sessionId: String, through transport: (any Transport)? = nil,
        environment: PhoneEnvironment = PhoneEnvironment()
    ) throws -> ApprovalOutcome {
        try approver(transport, environment: environment).approve(sessionId, pins: pins)
    }
}
