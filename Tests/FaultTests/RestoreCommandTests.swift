import Crypto
import Foundation
import ServerTestSupport
import TestSupport
import Testing

/// `tamga restore`, as an operator calls it after a backup has come back.
@Suite struct RestoreCommandTests {
    private let deployment: TestDeployment
    private let eraFile: String

    init() throws {
        eraFile = NSTemporaryDirectory() + "era-" + UUID().uuidString
        deployment = try TestDeployment(settings: ["TAMGA_ERA_FILE": eraFile])
    }

    private func restore(_ arguments: String...) throws -> (status: Int32, output: String) { try call(arguments) }

    private func call(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try ProgramCall.run(["restore"] + arguments, deployment)
    }

    /// Numbers that differ, so that none stands for another one.
    private func openSomethingOfEach() throws {
        let serve = try ServeProcess(deployment)
        let phone = try TestPhone(transport: serve.transport())
        try phone.enrol(registrationNumber: "УХ00112233")
        _ = try phone.stopRefresh(.signature, before: "/refresh/complete", authCode: phone.verified("УХ00112233"))
        let party = deployment.relyingParty(at: serve.baseURL)
        for byte in UInt8(0)..<4 {
            _ = try party.sign(digest: [UInt8](repeating: byte, count: 32), document: phone.documentNumber)
        }
        try deployment.sql(
            """
            INSERT INTO enrolment (id, document_number, kyc_state, citizen_id, platform, device_name, expires_at)
            SELECT gen_random_uuid(), gen_random_uuid(), kyc_state, citizen_id, platform, device_name,
                now() + interval '10 minutes' FROM enrolment, generate_series(1, 3)
            """)
        #expect(try restore("acknowledge", "--reason", "too early").output.contains("a process serves"))
        serve.kill()
        try deployment.sql("UPDATE replica SET heartbeat = heartbeat - interval '1 minute'")
    }

    /// The era of both, where database and file agree to the mark; a process raises the mark now and then.
    private func shown() throws -> Int? {
        let lines = try restore("show").output.split(separator: "\n").map { $0.split(separator: " ") }
        guard lines.map(\.first) == ["database", "file"], lines[0].dropFirst() == lines[1].dropFirst() else {
            return nil
        }
        return Int(lines[0][2].dropLast())
    }

    @Test func acknowledgeSaysHowMuchHasEnded() throws {
        try openSomethingOfEach()
        #expect(try shown() == 1)
        let done = try restore("acknowledge", "--reason", "restored", "--by", "Болд")
        #expect(done.status == 0)
        #expect(
            done.output.hasPrefix(
                """
                era 2; sessions ended: 4, enrolments given up: 3, refreshes given up: 1, \
                keys whose ratchet may be set once: 2

                """))
        let audited = try deployment.sql(
            """
            SELECT detail->>'by', detail->>'reason', detail->>'sessions', detail->>'enrolments', detail->>'refreshes',
                detail->>'keys'
            FROM audit_entry WHERE kind = 'restore.acknowledged'
            """)
        #expect(audited == [["Болд", "restored", "4", "3", "1", "2"]])
        #expect(try deployment.value("SELECT count(*) FROM rp_session WHERE state = 'RUNNING'") == "0")
        #expect(try deployment.value("SELECT count(*) FROM enrolment WHERE state = 'OPEN'") == "0")
        #expect(try shown() == 2)
        // Nothing is left to be ended; the keys may be set once more.
        let again = try restore("acknowledge", "--reason", "twice").output
        #expect(again.hasPrefix("era 3; sessions ended: 0, enrolments given up: 0, refreshes given up: 0, keys"))
    }

    @Test func wrongCallsAreRefused() throws {
        for arguments in [[], ["show", "show"], ["forget"], ["acknowledge", "now", "--reason", "x"]] {
            #expect(try call(arguments).status == 2)
        }
        #expect(try restore("acknowledge").status == 2)
        #expect(try deployment.value("SELECT number || ' ' || mark FROM era") == "1 0")
    }

    /// Another host follows the database forward only.
    @Test func adoptNeverTakesAnOlderDatabase() throws {
        #expect(try restore("adopt").output == "era 1, mark 0\n")
        try deployment.sql("UPDATE era SET number = 2, mark = 5")
        #expect(try restore("adopt").output == "era 2, mark 5\n")
        for older in ["mark = 4", "number = 1"] {
            try deployment.sql("UPDATE era SET \(older)")
            let refused = try restore("adopt")
            #expect(refused.status == 1 && refused.output.contains("tamga restore acknowledge"))
            #expect(try String(contentsOfFile: eraFile, encoding: .utf8).hasPrefix("2 5"))
        }
    }
}
