import Foundation
import Phone
import ServerTestSupport
import TestSupport
import Testing
import Wire

/// `tamga device`, as an operator calls it.
@Suite struct DeviceCommandTests {
    private let deployment: TestDeployment
    private let phone: TestPhone
    private let document: String
    private let serve: ServeProcess

    init() throws {
        deployment = try TestDeployment()
        serve = try ServeProcess(deployment)
        phone = try TestPhone(transport: serve.transport())
        try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
        document = try phone.documentNumber
    }

    private func device(_ arguments: String...) throws -> (status: Int32, output: String) {
        try ProgramCall.run(["device"] + arguments, deployment)
    }

    @Test func showsSuspendsUnlocksAndRevokes() throws {
        let shown = try device("show", document)
        #expect(shown.status == 0)
        #expect(shown.output.contains("document  \(document)  ACTIVE"))

        let suspended = try device("suspend", "--citizen", "УХ00112233", "--reason", "lost", "--by", "Болд", "--json")
        #expect(suspended.status == 0)
        let json = try JSONParser.parse(Array(suspended.output.utf8.filter { $0 != 0x0A }))
        let first = try #require(json["devices"]?.array?.first)
        #expect(first["state"]?.string == "SUSPENDED")
        #expect(first["outcome"]?.string == "CHANGED")
        #expect(first["events"]?.array?.first?["kind"]?.string == "device.suspended")
        #expect(first["events"]?.array?.first?["detail"]?["by"]?.string == "Болд")
        #expect(first["events"]?.array?.first?["detail"]?["reason"]?.string == "lost")

        #expect(try device("unlock", document, "--reason", "found").status == 0)
        #expect(try device("show", document).output.contains("\(document)  ACTIVE"))

        let revoked = try device("revoke", document, "--reason", "sold")
        #expect(revoked.status == 0)
        #expect(revoked.output.contains("\(document)  REVOKED"))
        let final = try device("unlock", document, "--reason", "regret")
        #expect(final.status == 1)
        #expect(final.output.contains("the device is revoked, for good"))
    }

    /// What the maker of the phone says of its attested key, where he was asked.
    @Test func showsTheMeasureOfRisk() throws {
        #expect(try device("show", document).output.contains("attested  never"))
        try deployment.sql(
            """
            INSERT INTO attested_key (key_id, platform, environment, app_id, public_key, counter, receipt,
                document_number, bound_at, attested_at)
            VALUES (sha256('a'), 'ios', 'production', 'TEAM.mn.app', decode(repeat('04', 65), 'hex'), 7, '',
                '\(document)', now(), '2026-10-01T08:00:00Z')
            """)
        let line = "attested  ACTIVE  ios, production, TEAM.mn.app, counter 7, since 2026-10-01T08:00:00Z"
        func shown() throws -> (line: Substring?, key: JSONValue?) {
            let text = try device("show", document).output.split(separator: "\n").first { $0.hasPrefix("attested") }
            let json = try JSONParser.parse(Array(try device("show", document, "--json").output.utf8.dropLast()))
            return (text, json["devices"]?.array?.first?["attestedKeys"]?.array?.first)
        }
        let unknown = try shown()
        #expect(unknown.line.map(String.init) == line)
        #expect(unknown.key?["counter"]?.int64 == 7 && unknown.key?["riskMetric"] == nil)
        try deployment.sql(
            """
            UPDATE attested_key SET risk_metric = 31, risk_measured_at = '2026-11-02T10:00:00Z',
                receipt_ended = 'EXPIRED'
            """)
        let known = try shown()
        #expect(known.line.map(String.init) == line + ", risk 31 of 2026-11-02T10:00:00Z, receipt EXPIRED")
        #expect(known.key?["riskMetric"]?.int64 == 31)
        #expect(known.key?["riskMeasuredAt"]?.string == "2026-11-02T10:00:00Z")
        #expect(known.key?["receiptEnded"]?.string == "EXPIRED")
    }

    @Test func unlockCannotUndoALockAndSaysSo() throws {
        try deployment.sql("UPDATE key_share SET state = 'LOCKED'")
        let refused = try device("unlock", document, "--reason", "please")
        #expect(refused.status == 1)
        #expect(refused.output.contains("LOCKED for good"))
        #expect(try deployment.value("SELECT state FROM key_share") == "LOCKED")
    }

    @Test func aCopiedPhoneIsNeverUnlocked() throws {
        try deployment.sql(
            """
            UPDATE key_share SET state = 'SUSPENDED';
            INSERT INTO audit_entry (kind, subject, detail) VALUES ('alert.clone', '\(document)', '{}')
            """)
        let refused = try device("unlock", document, "--reason", "found")
        #expect(refused.status == 1)
        #expect(refused.output.contains("a copy of this phone signs"))
        #expect(try deployment.value("SELECT state FROM key_share") == "SUSPENDED")
        #expect(try device("unlock", "--citizen", "УХ00112233", "--reason", "all of them").status == 2)
        #expect(try device("revoke", document, "--reason", "copied").status == 0)
    }

    @Test func wrongCallsAreRefused() throws {
        #expect(try device("suspend", document).status == 2)
        #expect(try device("show").status == 2)
        #expect(try device("show", UUID().uuidString).status == 1)
        #expect(try device("show", "--citizen", "УХ99999999").status == 1)
        #expect(try deployment.value("SELECT count(*) FROM audit_entry WHERE kind LIKE 'device.%'") == "0")
    }
}
