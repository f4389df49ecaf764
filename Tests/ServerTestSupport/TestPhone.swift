import Crypto
import Foundation
import Phone
import Wire

/// The reference phone with its state in memory and fixed PINs.
public final class TestPhone {
    public static let pin1 = "1234"
    public static let pin2 = "56789"

    public let store = MemoryStateStore()
    public let registry: PhoneRegistry
    public let transport: any Transport

    public init(transport: any Transport) throws {
        self.transport = transport
        registry = try PhoneRegistry(store: store, baseURL: "http://test")
    }

    @discardableResult
    public func enrol(registrationNumber: String) throws -> Registration {
        let client = PhoneClient(transport: transport)
        let start = try client.kycInit(registrationNumber: registrationNumber)
        return try Enroller(registry: registry, transport: transport).enrol(
            EnrolmentRequest(authCode: start.state, deviceName: "test phone"), pin2: PIN(Self.pin2),
            pin1: PIN(Self.pin1))
    }

    public func approver(_ transport: (any Transport)? = nil) throws -> Approver {
        try Approver(registry: registry, transport: transport ?? self.transport)
    }

    public var pins: PINs { PINs(pin1: PIN(Self.pin1), pin2: PIN(Self.pin2)) }

    public var documentNumber: String {
        get throws { try registry.registration().documentNumber }
    }

    @discardableResult
    public func approve(_ sessionId: String, through transport: (any Transport)? = nil) throws -> ApprovalOutcome {
        try approver(transport).approve(sessionId, pins: pins)
    }
}
