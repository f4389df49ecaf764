import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

/// The suites by which keys may be made; every other test uses the first.
@Suite("Suite 2")
struct SuiteTests {
    @Test("a phone with 3072-bit keys enrols both slots, logs in and signs")
    func wholeLife() throws {
        let service = try TestService(suites: [.suite1, .suite2])
        let phone = try TestPhone(transport: service.transport())
        let start = try PhoneClient(transport: phone.transport).kycInit(registrationNumber: "УХ00112233")
        try Enroller(registry: phone.registry, transport: phone.transport).enrol(
            EnrolmentRequest(authCode: start.state, deviceName: "test phone", suite: 2), pin2: PIN(TestPhone.pin2),
            pin1: PIN(TestPhone.pin1))
        let document = try phone.documentNumber
        let widths = "SELECT DISTINCT suite || ' ' || octet_length(n) || ' ' || octet_length(ckey) FROM key_share"
        #expect(try service.deployment.sql(widths) == [["2 384 768"]])

        let digest = SHA256.hash([2])
        let signature = try service.relyingParty.sign(digest: digest, document: document)
        try phone.approve(signature)
        #expect(try service.relyingParty.hasValidSignature(signature, digest: digest))
        let logIn = try service.relyingParty.logIn(document: document)
        try phone.approve(logIn)
        #expect(try service.relyingParty.endResult(logIn) == "OK")
    }

    /// What an operator has who moves from one suite to the other: old keys stay, new ones are of both kinds.
    @Test("phones of both suites enrol in one service, each by its own choice, and all log in and sign")
    func mixed() throws {
        let service = try TestService(settings: ["TAMGA_SUITES": "2,1"], suites: [.suite1, .suite2])
        let party = service.relyingParty
        var phones: [(phone: TestPhone, widths: String)] = []
        for (number, suite, widths) in [
            ("УХ00112233", UInt64(2), "2 384"), ("УХ00112234", 1, "1 256"),
        ] {
            let phone = try TestPhone(transport: service.transport())
            let start = try PhoneClient(transport: phone.transport).kycInit(registrationNumber: number)
            try Enroller(registry: phone.registry, transport: phone.transport).enrol(
                EnrolmentRequest(authCode: start.state, deviceName: "test phone", suite: suite),
                pin2: PIN(TestPhone.pin2), pin1: PIN(TestPhone.pin1))
            phones.append((phone, widths))
        }
        for (index, (phone, widths)) in phones.enumerated() {
            let document = try phone.documentNumber
            let stored = """
                SELECT DISTINCT suite || ' ' || octet_length(n) FROM key_share WHERE document_number = '\(document)'
                """
            #expect(try service.deployment.sql(stored) == [[widths]])
            let digest = SHA256.hash([UInt8(index)])
            let signature = try party.sign(digest: digest, document: document)
            let logIn = try party.logIn(document: document)
            try phone.approve(logIn)
            try phone.approve(signature)
            #expect(try party.hasValidSignature(signature, digest: digest))
            #expect(try party.endResult(logIn) == "OK")
        }
    }

    @Test("a suite without parameters, or one that nobody knows, is refused")
    func unknown() throws {
        let service = try TestService()
        let kit = try K3Kit(service.transport())
        for suite: UInt64 in [2, 3, 1 << 50] {
            let slot = K1Slot(slot: .signature, suite: suite, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))
            let refused = try kit.post(
                "/v3/enrollment/init", K3Kit.initBody(kit.verified("УХ00112233"), [slot]))
            #expect(refused.outcome == "400 SUITE_UNKNOWN", "\(suite)")
        }
    }
}
