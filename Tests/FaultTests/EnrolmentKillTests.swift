import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@Suite("A server killed during an enrolment makes one device or none", .serialized)
struct EnrolmentKillTests {
    @Test(
        "killed while K3 is checked or after K4 was stored, the repeated K3 gets one K4",
        arguments: [
            "after-claim", "after-enrolled",
        ])
    func complete(_ label: String) throws {
        let deployment = try TestDeployment()
        let supervisor = try Supervisor(deployment, killAt: label)
        defer { supervisor.stop() }
        let transport = supervisor.transport()
        let phone = try TestPhone(transport: transport)
        try phone.enrol(registrationNumber: "МА85031426", slots: .signOnly, environment: supervisor.environment)
        #expect(supervisor.deaths == 1)
        let isWaiting = transport.exchanges.contains { $0.response?.code == "IN_PROGRESS" }
        #expect(isWaiting == (label == "after-claim"))
        try Self.expectOneDevice(deployment, phone)
        try Self.expectSigns(supervisor, phone)
    }

    @Test("killed between init and complete, the next process completes with the sealed share")
    func between() throws {
        let deployment = try TestDeployment()
        let supervisor = try Supervisor(deployment)
        defer { supervisor.stop() }
        let phone = try TestPhone(transport: supervisor.transport())
        supervisor.killBefore("/enrollment/complete")
        try phone.enrol(registrationNumber: "МА85031426", slots: .signOnly, environment: supervisor.environment)
        #expect(supervisor.deaths == 1)
        try Self.expectOneDevice(deployment, phone)
        try Self.expectSigns(supervisor, phone)
    }

    private static func expectOneDevice(_ deployment: TestDeployment, _ phone: TestPhone) throws {
        let devices = try deployment.sql("SELECT document_number FROM device")
        #expect(devices == [[try phone.documentNumber]])
        #expect(try deployment.value("SELECT count(*) FROM key_share WHERE state = 'ACTIVE'") == "1")
        #expect(try deployment.value("SELECT count(*) FROM certificate WHERE state = 'ACTIVE'") == "1")
        #expect(try deployment.value("SELECT count(*) FROM enrolment_slot") == "0")
        #expect(try deployment.value("SELECT count(*) FROM kyc_verification WHERE spent_at IS NOT NULL") == "1")
    }

    private static func expectSigns(_ supervisor: Supervisor, _ phone: TestPhone) throws {
        let digest = SHA256.hash(Array("the first signature".utf8))
        let session = try supervisor.relyingParty.sign(digest: digest, document: phone.documentNumber)
        try phone.approve(session)
        #expect(try supervisor.relyingParty.hasValidSignature(session, digest: digest))
    }
}
