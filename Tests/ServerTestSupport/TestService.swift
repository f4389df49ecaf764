import Crypto
import Phone
import Server
import TestSupport

/// A whole service on a throw-away database, in this process, with one relying party and as many phones as wanted.
public final class TestService: Sendable {
    public let deployment: TestDeployment
    public let relyingParty: TestRelyingParty
    public let servers: [TamgaServer]

    public var database: PostgresDatabase { deployment.database }
    public var folder: String { deployment.folder }

    /// - Parameters:
    ///   - replicas: processes' worth of servers on the one database
    ///   - settings: environment variables beside, or instead of, the deployment's
    ///   - configure: what no setting reaches
    public init(
        replicas: Int = 1, settings: [String: String] = [:], attestation: TestDeployment.Attestation = .off,
        suites: [Suite] = [.suite1], faults: FaultPoints = .none,
        configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        deployment = try TestDeployment(settings: settings, attestation: attestation, suites: suites)
        var made = try deployment.configuration()
        configure(&made)
        let configuration = made
        servers = try (0..<replicas).map { _ in
            try TamgaServer.start(configuration, logger: .silent, faults: faults)
        }
        relyingParty = deployment.relyingParty(at: "http://\(servers[0].addresses.api)/v3")
    }

    deinit { for server in servers { server.stop(graceMilliseconds: 1_000) } }

    public func baseURL(_ replica: Int = 0) -> String { "http://\(servers[replica].addresses.api)/v3" }

    /// A way to one replica.
    public func transport(_ replica: Int = 0) throws -> HTTPTransport { try HTTPTransport(baseURL: baseURL(replica)) }

    /// A way to one replica for a phone with an enclave of its own where phones must attest.
    public func phoneTransport(_ replica: Int = 0) throws -> any Transport {
        let transport = try transport(replica)
        guard deployment.attestation == .required else { return transport }
        return AttestingTransport(transport, hardware: try TestAttestation.hardware())
    }

    /// A phone that has enrolled AUTH and SIGN.
    public func enrolledPhone(
        registrationNumber: String, replica: Int = 0, slots: TestPhone.Slots = .both
    ) throws -> TestPhone {
        let phone = try TestPhone(transport: phoneTransport(replica))
        try phone.enrol(registrationNumber: registrationNumber, slots: slots)
        return phone
    }
}
