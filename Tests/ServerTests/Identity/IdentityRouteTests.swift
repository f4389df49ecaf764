import Storage
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct IdentityRouteTests {
    /// Gives what a test tells it to.
    private struct FixedProvider: KYCProvider {
        let name = "fixed"
        let beginning: KYCBeginning

        func begin(_ run: KYCRun, number: RegistrationNumber) throws(ServiceError) -> KYCBeginning { beginning }
    }

    private func begin(
        _ world: SessionWorld, _ number: JSONValue, method: String = "dan"
    ) throws -> SessionWorld.Answer {
        try world.call(
            "POST", "/v3/kyc/\(method)/init", ["Content-Type": "application/json"],
            JSONValue.object(["registrationNumber": number]).bytes)
    }

    private func status(_ world: SessionWorld, _ state: String) throws -> SessionWorld.Answer {
        try world.call("GET", "/v3/kyc/dan/status?state=\(state)", [:])
    }

    @Test func methods() throws {
        let world = try SessionWorld()
        let methods = try #require(try world.call("GET", "/v3/kyc/methods", [:]).json["methods"]?.array)
        #expect(methods.map { $0["id"]?.string } == ["dan", "gsign", "passport", "id-card"])
        #expect(methods.map { $0["available"]?.bool } == [true, false, false, false])
        #expect(methods.allSatisfy { $0["name"]?["mn"]?.string != nil && $0["name"]?["en"]?.string != nil })
    }

    @Test func demoCitizenIsVerifiedAtOnce() throws {
        let world = try SessionWorld()
        let started = try begin(world, "УХ00112233")
        #expect(started.status == 200 && started.members == ["state", "verificationUrl", "expiresIn"])
        let state = try #require(started.json["state"]?.string)
        #expect(Base64URL.decode(state)?.count == 32)
        #expect(started.json["expiresIn"]?.int64 == 600)
        let url = try #require(started.json["verificationUrl"]?.string)
        #expect(url == "https://id.example.mn/v3/kyc/dan/callback?state=\(KYCReference.of(state))")
        #expect(
            try status(world, state).json == [
                "status": "VERIFIED",
                "person": ["givenName": "Бат", "surname": "Дорж", "civilId": "12345678", "regNo": "УХ00112233"],
                "latinName": ["givenName": "BAT", "surname": "DORJ"],
            ])
        let page = try world.call("GET", "/v3/kyc/dan/callback?state=\(state)", [:])
        #expect(page.status == 200 && page.response.headers["Content-Type"] == "text/html; charset=utf-8")
    }

    @Test func samePersonTwiceIsOneCitizen() throws {
        let world = try SessionWorld()
        for _ in 0..<2 { #expect(try begin(world, "ЦЖ91010100").status == 200) }
        #expect(
            try world.database.execute("SELECT count(*) FROM citizen WHERE registration_number = 'ЦЖ91010100'") == [
                ["1"]
            ])
    }

    /// What a citizen corrected once is proposed the next time.
    @Test func confirmedLatinNameStays() throws {
        let world = try SessionWorld()
        try world.database.execute("UPDATE citizen SET given_name_latin = 'BATT' WHERE civil_id = '12345678'")
        let state = try #require(try begin(world, "УХ00112233").json["state"]?.string)
        #expect(try status(world, state).json["latinName"]?["givenName"]?.string == "BATT")
    }

    @Test(arguments: ["УХ0011223", "YX00112233", "УХ00002233", ""])
    func malformedNumberReachesNobody(_ number: String) throws {
        let world = try SessionWorld()
        let answer = try begin(world, .string(number))
        #expect(answer.status == 400 && answer.code == "KYC_REGISTRATION_NUMBER_INVALID")
        #expect(answer.pointer == "/registrationNumber")
        #expect(try world.database.execute("SELECT count(*) FROM kyc_verification") == [["0"]])
    }

    @Test func unknownAndUnavailableMethods() throws {
        let world = try SessionWorld()
        #expect(try begin(world, "УХ00112233", method: "fax").code == "KYC_METHOD_UNKNOWN")
        let none = try begin(world, "УХ00112233", method: "gsign")
        #expect(none.status == 503 && none.code == "KYC_METHOD_UNAVAILABLE")
    }

    @Test func stateUnknownOrMissing() throws {
        let world = try SessionWorld()
        #expect(try status(world, "nothing").code == "KYC_STATE_UNKNOWN")
        #expect(try world.call("GET", "/v3/kyc/dan/status", [:]).code == "QUERY_INVALID")
    }

    @Test func pendingAndExpired() throws {
        let redirect = FixedProvider(beginning: .redirect(url: "https://dan.example.mn/a?b", context: [1, 2]))
        let world = try SessionWorld(providers: [.dan: redirect])
        let started = try begin(world, "УХ00112233")
        #expect(started.json["verificationUrl"]?.string == "https://dan.example.mn/a?b")
        let state = try #require(started.json["state"]?.string)
        #expect(try status(world, state).json == ["status": "PENDING"])
        try world.database.execute("UPDATE kyc_verification SET expires_at = now() - interval '1 s'")
        #expect(try status(world, state).json == ["status": "EXPIRED"])
    }

    /// A provider that answers about somebody else, or gives one person's number to another, verifies nobody.
    @Test(arguments: [
        KYCPerson(civilId: "1", registrationNumber: "МА74101813", givenName: "Анар", surname: "Баяр"),
        KYCPerson(civilId: "99999999", registrationNumber: "УХ00112233", givenName: "Бат", surname: "Дорж"),
    ])
    func anotherPerson(_ person: KYCPerson) throws {
        let world = try SessionWorld(providers: [.dan: FixedProvider(beginning: .verified(person))])
        let answer = try begin(world, "УХ00112233")
        #expect(answer.status == 403 && answer.code == "KYC_PERSON_MISMATCH")
        #expect(try world.database.execute("SELECT status FROM kyc_verification") == [["FAILED"]])
    }
}
