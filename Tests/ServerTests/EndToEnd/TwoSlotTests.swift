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
    }
}
