import Foundation
import ServerTestSupport
import Storage
import TestSupport
import Testing

/// `tamga enrolment`, as an operator calls it.
@Suite struct EnrolmentCommandTests {
    private static let register = "УХ00112233"
    private let deployment: TestDeployment
    private let citizen = UUID().uuidString.lowercased()

    /// A citizen with three rejected enrolments.
    init() throws {
        deployment = try TestDeployment()
        let pool = deployment.database.pool(capacity: 2)
        defer { pool.close() }
        let stores = Stores(pool: pool), soon = StorageDeadline(milliseconds: 5_000)
        try stores.citizens.upsert(
            Citizen(
                id: citizen, civilID: "12345678", registrationNumber: Self.register, givenName: "Бат", surname: "Дорж",
                givenNameLatin: "BAT", surnameLatin: "DORJ"), deadline: soon)
        for state in ["first", "second", "third"] {
            try stores.kyc.create(
                reference: state, provider: "dev", registrationNumber: Self.register,
                lifetimeMilliseconds: 600_000, deadline: soon)
            _ = try stores.kyc.verify(reference: state, citizenId: citizen, deadline: soon)
            let new = NewEnrolment(
                id: UUID().uuidString.lowercased(), documentNumber: UUID().uuidString.lowercased(), kycState: state,
                citizenId: citizen, platform: "ios", deviceName: "phone", pushToken: nil,
                expiresAt: try pool.now(deadline: soon) + 600_000, parametersHash: [UInt8](repeating: 1, count: 32),
                slots: [])
            try stores.enrolments.create(new, deadline: soon)
            _ = try stores.enrolments.beginCompletion(
                id: new.id, bodyHash: [UInt8](repeating: 2, count: 32), bootId: UUID().uuidString, deadline: soon)
            try stores.enrolments.fail(id: new.id, reason: "FAC_EQUATION_N", deadline: soon)
        }
    }

    private func enrolment(_ arguments: String...) throws -> (status: Int32, output: String) {
        try ProgramCall.run(["enrolment"] + arguments, deployment)
    }

    @Test func showsWhatCountsAndLiftsIt() throws {
        let shown = try enrolment("show", Self.register)
        #expect(shown.status == 0)
        #expect(shown.output.contains("rejected  3 of 3 in 24 h, open 0"))
        #expect(shown.output.contains("refused   for 86"))
        #expect(shown.output.components(separatedBy: "FAILED  FAC_EQUATION_N  counted").count == 4)
        #expect(shown.output.contains("alert.enrolmentLimit"))

        let allowed = try enrolment("allow", Self.register, "--reason", "new phone", "--by", "Болд")
        #expect(allowed.status == 0)
        #expect(allowed.output.contains("3 rejected enrolments count no more"))
        #expect(allowed.output.contains("rejected  0 of 3"))
        let entry = try deployment.sql(
            "SELECT subject, detail->>'by', detail->>'reason' FROM audit_entry WHERE kind = 'enrolment.allowed'")
        #expect(entry == [[citizen, "Болд", "new phone"]])
        let again = try enrolment("allow", "12345678", "--reason", "again")
        #expect(again.output.contains("nothing is counted against this citizen"))
    }

    @Test func wrongCallsAreRefusedAndTheAuditHasNoRegistrationNumber() throws {
        #expect(try enrolment("allow", Self.register).status == 2)
        #expect(try enrolment("show").status == 2)
        #expect(try enrolment("close", Self.register).status == 2)
        #expect(try enrolment("show", "УХ99999999").status == 1)
        let named = try deployment.value(
            "SELECT count(*) FROM audit_entry e WHERE e::text LIKE '%\(Self.register)%' OR e::text LIKE '%12345678%'")
        #expect(named == "0")
        #expect(try deployment.value("SELECT count(*) FROM audit_entry WHERE kind = 'enrolment.allowed'") == "0")
    }
}
