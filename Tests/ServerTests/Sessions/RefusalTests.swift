import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct RefusalTests {
    private func reason(_ reason: String, _ interaction: String? = nil) -> JSONValue {
        var body: JSONObject = ["reason": .string(reason)]
        body["interaction"] = interaction.map(JSONValue.string)
        return .object(body)
    }

    @Test(arguments: ["USER_REFUSED", "WRONG_VC", "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP"])
    func plain(_ name: String) throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        let answer = try world.refuse(id, reason(name), phone)
        #expect(answer.json == ["state": "COMPLETE", "endResult": .string(name)])
        #expect(try world.get("/session/\(id)").json == ["state": "COMPLETE", "result": ["endResult": .string(name)]])
        #expect(world.published.ids.last == id)
        #expect(try world.phoneGet("/pending/\(phone.document)", phone).json == ["sessions": .array([])])
    }

    @Test func interactionIsNamed() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let offered = RequestBody.interactions(
            """
            [{"type":"confirmationMessage","displayText200":"b"},{"type":"displayTextAndPIN","displayText60":"c"}]
            """)
        for (said, told) in [(nil, "confirmationMessage"), ("displayTextAndPIN", "displayTextAndPIN")] {
            let id = try world.open(.signature) { $0["interactions"] = offered }
            #expect(try world.refuse(id, reason("USER_REFUSED_INTERACTION", said), phone).status == 200)
            #expect(
                try world.get("/session/\(id)").json == [
                    "state": "COMPLETE",
                    "result": ["endResult": "USER_REFUSED_INTERACTION", "details": ["interaction": .string(told)]],
                ])
        }
        let id = try world.open(.signature) { $0["interactions"] = offered }
        let choice = "confirmationMessageAndVerificationCodeChoice"
        for name in [choice, "nonsense"] {
            let answer = try world.refuse(id, reason("USER_REFUSED_INTERACTION", name), phone)
            #expect(answer.status == 400 && answer.code == "INTERACTION_NOT_ALLOWED")
            #expect(answer.pointer == "/interaction")
        }
        #expect(try world.get("/session/\(id)?timeoutMs=0").json == ["state": "RUNNING"])
    }

    @Test func reasonsThatAreNone() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        for name in ["OK", "TIMEOUT", "SERVER_ERROR", "user_refused", ""] {
            let answer = try world.refuse(id, reason(name), phone)
            #expect(answer.status == 400 && answer.code == "REFUSAL_REASON_UNKNOWN" && answer.pointer == "/reason")
        }
        #expect(try world.refuse(id, .object([:]), phone).code == "FIELD_MISSING")
        let choice = try world.refuse(id, reason("USER_REFUSED_CERT_CHOICE"), phone)
        #expect(choice.status == 409 && choice.code == "SESSION_TYPE_MISMATCH")
        #expect(try world.get("/session/\(id)?timeoutMs=0").json == ["state": "RUNNING"])
    }

    @Test func repetitionGetsTheSameAnswer() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        let first = try world.refuse(id, reason("USER_REFUSED"), phone)
        let again = try world.refuse(id, reason("USER_REFUSED"), phone)
        #expect(again.response.body == first.response.body && again.status == 200)
        let other = try world.refuse(id, reason("WRONG_VC"), phone)
        #expect(other.status == 409 && other.code == "SESSION_COMPLETE")
        #expect(try world.phoneGet("/session/\(id)", phone).code == "SESSION_COMPLETE")
    }

    @Test func theFirstPhoneDecides() throws {
        let world = try SessionWorld()
        let phone = try world.enrol(), second = try world.enrol()
        let id = try world.open(.authentication)
        #expect(try world.refuse(id, reason("USER_REFUSED"), phone).status == 200)
        #expect(try world.refuse(id, reason("USER_REFUSED"), second).code == "SESSION_NOT_FOUND")
    }

    @Test func tooLate() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let id = try world.open(.authentication)
        try world.database.execute("UPDATE rp_session SET expires_at = now() - interval '1 s'")
        for _ in 0..<2 {
            let answer = try world.refuse(id, reason("USER_REFUSED"), phone)
            #expect(answer.status == 404 && answer.code == "SESSION_EXPIRED")
            #expect(try world.phoneGet("/session/\(id)", phone).code == "SESSION_EXPIRED")
            #expect(try world.get("/session/\(id)").json == ["state": "COMPLETE", "result": ["endResult": "TIMEOUT"]])
        }
    }

    @Test func strangersCannotRefuse() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let stranger = try world.enrol(world.addCitizen("87654321", "МА74101813"))
        let id = try world.open(.authentication)
        #expect(try world.refuse(id, reason("USER_REFUSED"), stranger).code == "SESSION_NOT_FOUND")
        #expect(try world.get("/session/\(id)?timeoutMs=0").json == ["state": "RUNNING"])
    }
}
