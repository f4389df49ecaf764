import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// How much relying parties may ask of one citizen and of the service.
@Suite struct SessionLimitTests {
    private func refused(_ answer: SessionWorld.Answer, _ code: String) -> Bool {
        answer.status == 429 && answer.code == code
            && (answer.response.headers["Retry-After"].flatMap { Int($0) } ?? 0) > 0
    }

    private func open(_ world: SessionWorld, party: (id: String, secret: String)? = nil) throws -> SessionWorld.Answer {
        try world.post(
            "/authentication/notification/etsi/PNOMN-12345678",
            world.body(.authentication) { object in
                if let party { object["relyingPartyUUID"] = .string(party.id) }
            }, secret: party?.secret)
    }

    private func party(_ world: SessionWorld) throws -> (id: String, secret: String) {
        let party = (id: SessionWorld.uuid(), secret: "rp_sk_" + SessionWorld.uuid())
        try world.addParty(id: party.id, secret: party.secret)
        return party
    }

    @Test func onePartyHasSoManyOpenForACitizen() throws {
        let world = try SessionWorld(openSessions: 2)
        let phone = try world.enrol()
        let first = try #require(try open(world).json["sessionID"]?.string)
        #expect(try open(world).status == 200)
        #expect(refused(try open(world), "SESSION_LIMIT"))
        // Another citizen, or an end of the first, makes room.
        let other = try world.addCitizen("87654321", "МА74101813")
        _ = try world.enrol(other)
        let elsewhere = try world.post(
            "/authentication/notification/etsi/PNOMN-87654321", world.body(.authentication))
        #expect(elsewhere.status == 200)
        _ = try world.refuse(first, .object(["reason": .string("USER_REFUSED")]), phone)
        #expect(try open(world).status == 200)
        #expect(refused(try open(world), "SESSION_LIMIT"))
        // What is due counts no more, swept or not.
        try world.database.execute("UPDATE rp_session SET expires_at = now() - interval '1 s'")
        #expect(try open(world).status == 200)
    }

    @Test func addressedByDocumentIsTheSameCitizen() throws {
        let world = try SessionWorld(openSessions: 1)
        let phone = try world.enrol()
        #expect(try open(world).status == 200)
        let path = "/authentication/notification/document/\(phone.document)"
        #expect(refused(try world.post(path, world.body(.authentication)), "SESSION_LIMIT"))
    }

    @Test func partiesCannotShutEachOtherOut() throws {
        let world = try SessionWorld(openSessions: 2)
        _ = try world.enrol()
        let parties = try (0..<5).map { _ in try party(world) }
        // Four parties at their limit are the citizen's.
        for party in parties[..<4] {
            for _ in 0..<2 { #expect(try open(world, party: party).status == 200) }
        }
        #expect(try open(world, party: parties[4]).status == 200)
        #expect(refused(try open(world, party: parties[4]), "SESSION_LIMIT"))
    }

    @Test func aPhoneSeesEveryPartyHoweverManyOneOpens() throws {
        let world = try SessionWorld()
        let phone = try world.enrol()
        let quiet = try party(world)
        let hidden = try #require(try open(world, party: quiet).json["sessionID"]?.string)
        let loud = try (0..<25).map { _ in try #require(try open(world).json["sessionID"]?.string) }
        let list = try #require(try world.phoneGet("/pending/\(phone.document)", phone).json["sessions"]?.array)
        #expect(list.count == 20)
        // The newest of each party, the newest of them first; then the loud one's others from new to old.
        let expected = [loud[24], hidden] + loud[6..<24].reversed()
        #expect(list.map { $0["sessionId"]?.string } == expected)
    }

    @Test func onePartyRingsAPhoneSoOften() throws {
        let world = try SessionWorld(limits: RateLimits(promptsPerMinute: 2))
        let phone = try world.enrol()
        for _ in 0..<2 {
            let id = try #require(try open(world).json["sessionID"]?.string)
            _ = try world.refuse(id, .object(["reason": .string("USER_REFUSED")]), phone)
        }
        #expect(refused(try open(world), "RATE_LIMITED"))
        #expect(try open(world, party: try party(world)).status == 200)
    }

    /// However many parties ask, and none of them often.
    @Test func allPartiesTogetherRingAPhoneSoOften() throws {
        let world = try SessionWorld(limits: RateLimits(promptsPerMinute: 1))
        _ = try world.enrol()
        var answers: [SessionWorld.Answer] = []
        repeat {
            answers.append(try open(world, party: try party(world)))
        } while answers.last?.status == 200
            && answers.count < 12
        #expect(answers.count > Limits.promptsParties)
        #expect(answers.last.map { refused($0, "RATE_LIMITED") } == true)
        // A link rings nowhere.
        #expect(try world.post("/authentication/device-link/anonymous", world.body(.authentication)).status == 200)
    }

    @Test func onePartyAsksSoOften() throws {
        let world = try SessionWorld(limits: RateLimits(sessionsPerMinute: 2))
        _ = try world.enrol()
        // Unknown persons count too: looking them up is what a flood would do.
        for _ in 0..<2 {
            let answer = try world.post(
                "/authentication/notification/etsi/PNOMN-99999999", world.body(.authentication))
            #expect(answer.code == "PERSON_NOT_FOUND")
        }
        #expect(refused(try open(world), "RATE_LIMITED"))
        #expect(try open(world, party: try party(world)).status == 200)
    }

    @Test func identityIsProvedSoOftenFromOneAddressAndForOneNumber() throws {
        func begin(
            _ world: SessionWorld, _ number: String, from peer: IPAddress = SessionWorld.loopback
        ) throws -> SessionWorld.Answer {
            try world.call(
                "POST", "/v3/kyc/dan/init", ["Content-Type": "application/json"],
                JSONValue.object(["registrationNumber": .string(number)]).bytes, from: peer)
        }
        let world = try SessionWorld(limits: RateLimits(enrolmentsPerMinute: 3))
        for number in ["УХ00112233", "МА85031426", "УБ03251817"] { #expect(try begin(world, number).status == 200) }
        #expect(refused(try begin(world, "АЮ79081904"), "RATE_LIMITED"))
        #expect(try world.database.execute("SELECT count(*) FROM kyc_verification") == [["3"]])

        let other = try SessionWorld()
        for _ in 0..<Limits.identityRunsPerMinute { #expect(try begin(other, "УХ00112233").status == 200) }
        #expect(refused(try begin(other, "УХ00112233"), "RATE_LIMITED"))
        #expect(try begin(other, "МА85031426").status == 200)
        // Who asks from elsewhere is not kept out by it.
        let elsewhere = IPAddress(v4: 0xC000_0207)
        #expect(try begin(other, "УХ00112233", from: elsewhere).status == 200)
        #expect(refused(try begin(other, "УХ00112233"), "RATE_LIMITED"))
    }

    /// Wrong secrets and wrong tokens are counted by address, each kind for itself; who has a good one is not shut out.
    @Test func wrongCredentialsAreFewFromOneAddress() throws {
        let world = try SessionWorld(limits: RateLimits(wrongCredentialsPerMinute: 3))
        let phone = try world.enrol(), stranger = try world.enrol()
        let id = try world.open(.authentication)
        let elsewhere = IPAddress(v4: 0xC000_0207)
        func poll(_ secret: String, from peer: IPAddress = SessionWorld.loopback) throws -> SessionWorld.Answer {
            try world.call(
                "GET", "/v3/session/\(id)?timeoutMs=0", ["Authorization": "Bearer " + secret], from: peer)
        }
        func pending(_ token: String) throws -> SessionWorld.Answer {
            try world.call("GET", "/v3/mobile/pending/\(phone.document)", ["X-Device-Token": token])
        }
        #expect(try poll(world.secret).status == 200)
        #expect(try pending(phone.token).status == 200)
        for number in 0..<3 { #expect(try poll("rp_sk_\(number)").status == 401) }
        #expect(refused(try poll("rp_sk_3"), "RATE_LIMITED"))
        // Also where the body is wrong, and where there is no secret at all but a name.
        let start = try world.post("/authentication/notification/etsi/1", .object([:]), secret: "rp_sk_4")
        #expect(refused(start, "RATE_LIMITED"))
        #expect(try poll(world.secret).status == 200)
        #expect(try poll("rp_sk_5", from: elsewhere).status == 401)

        for number in 0..<3 { #expect(try pending("wrong\(number)").status == 401) }
        for path in ["pending/\(phone.document)", "session/\(id)", "activity/\(phone.document)"] {
            let answer = try world.call("GET", "/v3/mobile/" + path, ["X-Device-Token": "wrong"])
            #expect(refused(answer, "RATE_LIMITED"), "\(path)")
        }
        #expect(try pending(phone.token).status == 200)
        // One that was never seen here waits with the others of its address.
        #expect(refused(try pending(stranger.token), "RATE_LIMITED"))
    }

    @Test func aCustomerOfIPv6IsHisNetwork() throws {
        let first = try #require(IPAddress("2001:db8:1:2:3:4:5:6")), second = try #require(IPAddress("2001:db8:1:2::1"))
        #expect(first.customer == second.customer)
        #expect(try #require(IPAddress("2001:db8:1:3::1")).customer != first.customer)
        #expect(try #require(IPAddress("192.0.2.1")).customer != #require(IPAddress("192.0.2.2")).customer)
    }
}
