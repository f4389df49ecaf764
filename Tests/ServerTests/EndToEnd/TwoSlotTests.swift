import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("Enrolments of two slots", .serialized)
    struct TwoSlots {
        @Test("a second slot that fails leaves no certificate, not even one that was made and thrown away")
        func secondFails() throws {
            try withWorld { world in
                let inner = world.phone.transport
                let made = try world.service.metric("tamga_certificates_made_total")
                let damaging = RecordingTransport { (request) throws(HTTPClientError) in
                    var request = request
                    if request.path.hasSuffix("/enrollment/complete"), let body = request.body,
                        let damaged = try? BodyEditing.editSlot(body, "modulusProof", index: 1, BodyEditing.flipped)
                    {
                        request.body = damaged
                    }
                    return try inner.send(request)
                }
                let phone = try TestPhone(transport: damaging)
                #expect(throws: PhoneError.self) { try phone.enrol(registrationNumber: world.newCitizen()) }
                let last = try #require(damaging.exchanges.last?.response)
                #expect(last.code?.hasPrefix("MOD_") == true)
                #expect(last.pointer == "/slots/1/modulusProof")
                #expect(try world.service.metric("tamga_certificates_made_total") == made)
            }
        }

        @Test("what the first slot has brought the second does not bring again", arguments: ["N", "Q1"])
        func sameTwice(member: String) throws {
            try withWorld { world in
                let inner = world.phone.transport
                let made = try world.service.metric("tamga_certificates_made_total")
                let repeating = RecordingTransport { (request) throws(HTTPClientError) in
                    var request = request
                    if request.path.hasSuffix("/enrollment/complete"), let body = request.body {
                        let first = try? JSONParser.parse(body)["slots"]?.array?.first?[member]
                        request.body = try? BodyEditing.editSlot(body, member, index: 1) { _ in first }
                    }
                    return try inner.send(request)
                }
                let phone = try TestPhone(transport: repeating)
                #expect(throws: PhoneError.self) { try phone.enrol(registrationNumber: world.newCitizen()) }
                let last = try #require(repeating.exchanges.last?.response)
                #expect(last.outcome == "422 N_SEEN")
                #expect(last.pointer == "/slots/1/\(member)")
                #expect(ErrorShape.problems(last).isEmpty)
                #expect(try world.service.metric("tamga_certificates_made_total") == made)
            }
        }
    }
}
