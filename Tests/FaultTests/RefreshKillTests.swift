import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@Suite("A server killed during a refresh leaves one epoch that signs", .serialized)
struct RefreshKillTests {
    /// One phone with both keys; its epoch grows from test to test.
    @Test(
        "killed at any durable step, the phone goes on and ends in an epoch that the server has; never both sign",
        arguments: [
            "after-refresh-opened", "after-refresh-claim", "after-refresh-verified", "after-refresh-authorised",
            "after-refresh-committed", "after-commit", "after-t1", "before-t2", "after-t2", "before-finish",
            "after-finish",
        ])
    func killed(_ label: String) throws {
        let deployment = try TestDeployment()
        let first = try Supervisor(deployment)
        let phone = try TestPhone(transport: first.transport())
        try phone.enrol(registrationNumber: "МА85031426", environment: first.environment)
        first.stop()
        try deployment.sql("UPDATE replica SET heartbeat = heartbeat - interval '1 minute'")
        let before = try TestPhone(copying: phone)

        let supervisor = try Supervisor(deployment, killAt: label)
        defer { supervisor.stop() }
        let transport = supervisor.transport()
        let error = Self.refresh(phone, transport, supervisor.environment)
        #expect(supervisor.deaths == 1)
        // F1 is not repeated: the phone has nothing to lose yet. Everything else goes on by itself.
        #expect((error == nil) == (label != "after-refresh-opened"), "\(String(describing: error))")
        let epoch = try deployment.value("SELECT epoch FROM key_share WHERE slot = 'SIGN'")
        #expect(epoch == (error == nil ? "2" : "1"))
        #expect(phone.registry.state.pendingRefresh == nil)
        #expect(String(try phone.registry.slot(.signature).epoch) == epoch)
        try Self.expectOneSigns(phone, before, supervisor, transport, isOld: error != nil)
    }

    @Test("a phone that is stopped too goes on after its restart, behind every answer that it had not seen")
    func bothStop() throws {
        let deployment = try TestDeployment()
        let supervisor = try Supervisor(deployment)
        defer { supervisor.stop() }
        let phone = try TestPhone(transport: supervisor.transport())
        try phone.enrol(registrationNumber: "МА85031426", environment: supervisor.environment)
        for (number, request) in ["/refresh/complete", "/sign/commit", "/sign/prove", "/sign/finish"].enumerated() {
            let lost = LosingTransport(phone.transport, after: request)
            #expect(throws: PhoneError.self) { try phone.refresh(.signature, through: lost) }
            let again = try TestPhone(copying: phone)
            #expect(again.registry.state.pendingRefresh != nil)
            try again.resumeRefresh(environment: supervisor.environment)
            #expect(try again.registry.slot(.signature).epoch == UInt64(number) + 2)
            try phone.restore(again.registry.state)
            try Self.expectSigns(phone, supervisor, supervisor.transport())
        }
    }

    private static func refresh(
        _ phone: TestPhone, _ transport: any Transport, _ environment: PhoneEnvironment
    ) -> PhoneError? {
        do { try phone.refresh(.signature, through: transport, environment: environment) } catch {
            return error as? PhoneError
        }
        return nil
    }

    /// The phone signs with the epoch that it holds; a phone of the other epoch gets nothing.
    private static func expectOneSigns(
        _ phone: TestPhone, _ before: TestPhone, _ supervisor: Supervisor, _ transport: any Transport, isOld: Bool
    ) throws {
        if !isOld {
            let session = try supervisor.relyingParty.sign(
                digest: SHA256.hash([1]), document: phone.documentNumber)
            let refused = #expect(throws: PhoneError.self) { try before.approve(session, through: transport) }
            #expect(refused?.code == "KEY_REPLACED")
        }
        try expectSigns(phone, supervisor, transport)
    }

    private static func expectSigns(
        _ phone: TestPhone, _ supervisor: Supervisor, _ transport: any Transport
    ) throws {
        let digest = SHA256.hash(Array("after the refresh".utf8))
        let session = try supervisor.relyingParty.sign(digest: digest, document: phone.documentNumber)
        try phone.approve(session, through: transport, environment: supervisor.environment)
        #expect(try supervisor.relyingParty.hasValidSignature(session, digest: digest))
    }
}

/// Lets a request of a kind through and keeps its answer from the phone, which then is stopped.
private final class LosingTransport: Transport {
    private let inner: any Transport
    private let suffix: String

    init(_ inner: any Transport, after suffix: String) {
        self.inner = inner
        self.suffix = suffix
    }

    func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        let answer = try inner.send(request)
        // The one failure after which the reference phone does not try again.
        if request.path.hasSuffix(suffix) { throw .badRequest }
        return answer
    }
}
