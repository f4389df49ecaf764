import Crypto
import Phone
import Wire

extension TestPhone {
    /// Moves a key to its next epoch.
    /// - Parameter authCode: a verified identity, where one is wanted
    public func refresh(
        _ slot: Slot, suite: UInt64? = nil, authCode: String? = nil, through transport: (any Transport)? = nil,
        environment: PhoneEnvironment = PhoneEnvironment()
    ) throws {
        try refresher(transport, environment).refresh(slot, suite: suite, pins: pins, authCode: authCode)
    }

    /// Goes on with the refresh that was left open.
    public func resumeRefresh(
        through transport: (any Transport)? = nil, environment: PhoneEnvironment = PhoneEnvironment()
    ) throws {
        try refresher(transport, environment).resume(pins: pins)
    }

    /// Runs a refresh up to a request and stops the phone before it.
    /// - Parameter suffix: of the request's path
    public func stopRefresh(_ slot: Slot, before suffix: String, authCode: String? = nil) throws -> [UInt8] {
        let stop = StoppingTransport(transport, before: suffix)
        do { try refresh(slot, authCode: authCode, through: stop) } catch {
            if let body = stop.held { return body }
            throw error
        }
        throw TestFailure("the phone never came to \(suffix)")
    }

    /// A proof of identity of that citizen.
    public func verified(_ registrationNumber: String) throws -> String {
        try PhoneClient(transport: transport).kycInit(registrationNumber: registrationNumber).state
    }

    private func refresher(_ transport: (any Transport)?, _ environment: PhoneEnvironment) throws -> Refresher {
        try Refresher(registry: registry, transport: transport ?? self.transport, environment: environment)
    }
}
