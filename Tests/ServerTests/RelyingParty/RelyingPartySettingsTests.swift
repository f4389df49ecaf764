import Crypto
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// What an operator allows a relying party, seen from outside (rp-api.md §1 and §2).
@Suite struct RelyingPartySettingsTests {
    private let login = "/authentication/notification/etsi/PNOMN-12345678"
    private let sign = "/signature/notification/etsi/PNOMN-12345678"
    private let choice = "/signature/certificate-choice/notification/etsi/PNOMN-12345678"
    private let office = IPAddress(v4: 0xC000_0207)  // 192.0.2.7
    private let elsewhere = IPAddress(v4: 0xC633_6401)  // 198.51.100.1

    /// A call without a secret, from some address.
    private func bare(
        _ world: SessionWorld, _ method: String, _ path: String, _ body: JSONValue? = nil, from peer: IPAddress,
        _ more: HTTPHeaders = HTTPHeaders()
    ) throws -> SessionWorld.Answer {
        var headers = more
        if body != nil { headers.add("Content-Type", "application/json") }
        return try world.call(method, "/v3" + path, headers, body?.bytes ?? [], from: peer)
    }

    private func refused(_ answer: SessionWorld.Answer, _ status: Int, _ code: String) -> Bool {
        answer.status == status && answer.code == code
    }

    @Test func withoutSignThereAreLogInsOnly() throws {
        let world = try SessionWorld(settings: RelyingPartySettings(rights: []))
        let phone = try world.enrol()
        #expect(try world.post(login, world.body(.authentication)).status == 200)
        for path in [
            sign, choice, "/signature/certificate/" + phone.document,
            "/signature/notification/linked/" + phone.document, "/signature/device-link/etsi/PNOMN-12345678",
        ] {
            // Before anything is said about the body.
            #expect(refused(try world.post(path, .object([:])), 403, "RELYING_PARTY_RIGHT_MISSING"), "\(path)")
        }
        let allowed = try SessionWorld()
        _ = try allowed.enrol()
        #expect(try allowed.post(sign, allowed.body(.signature)).status == 200)
    }

    @Test func namesAreComparedWithoutCase() throws {
        let world = try SessionWorld(settings: RelyingPartySettings(names: ["DEMO", "Дэлгүүр"]))
        _ = try world.enrol()
        func ask(_ name: String) throws -> SessionWorld.Answer {
            try world.post(login, world.body(.authentication) { $0["relyingPartyName"] = .string(name) })
        }
        for name in ["demo", "ДЭЛГҮҮР", "дэмо банк"] { #expect(try ask(name).status == 200) }
        let other = try ask("DEMO 2")
        #expect(refused(other, 403, "RELYING_PARTY_NAME_UNKNOWN") && other.pointer == "/relyingPartyName")
        // The text that is signed stays as it was sent.
        let id = try #require(try ask("dEmO").json["sessionID"]?.string)
        let stored = try world.sessions.result(id: id, party: world.partyId, deadline: SessionWorld.soon()).session
        #expect(stored.relyingPartyName == "dEmO")
    }

    @Test func aSecretCountsFromListedAddressesOnly() throws {
        let world = try SessionWorld(settings: RelyingPartySettings(addresses: ["192.0.2.0/24", "2001:db8::/32"]))
        _ = try world.enrol()
        let body = world.body(.authentication)
        let secret: HTTPHeaders = ["Authorization": "Bearer \(world.secret)"]
        #expect(try bare(world, "POST", login, body, from: office, secret).status == 200)
        let six = try #require(IPAddress("2001:db8:1::1"))
        let id = try #require(try bare(world, "POST", login, body, from: six, secret).json["sessionID"]?.string)
        #expect(
            refused(try bare(world, "POST", login, body, from: elsewhere, secret), 403, "RELYING_PARTY_ADDRESS_DENIED"))
        for method in ["GET", "DELETE"] {
            let answer = try bare(world, method, "/session/\(id)", from: elsewhere, secret)
            #expect(refused(answer, 403, "RELYING_PARTY_ADDRESS_DENIED"))
        }
        #expect(try bare(world, "GET", "/session/\(id)?timeoutMs=0", from: office, secret).status == 200)
        // Without its secret the listed address is not enough.
        #expect(refused(try bare(world, "POST", login, body, from: office), 401, "UNAUTHORIZED"))
    }

    @Test func whereAllowedAnAddressIsEnough() throws {
        let world = try SessionWorld(
            settings: RelyingPartySettings(names: ["DEMO"], addresses: ["192.0.2.0/24"], allowsAddressAuth: true))
        let phone = try world.enrol()
        let body = world.body(.authentication)
        let opened = try bare(world, "POST", login, body, from: office)
        #expect(opened.status == 200)
        let id = try #require(opened.json["sessionID"]?.string)
        #expect(try bare(world, "GET", "/session/\(id)?timeoutMs=0", from: office).json["state"]?.string == "RUNNING")
        #expect(
            try bare(world, "POST", "/signature/certificate/\(phone.document)", body, from: office).status == 200)

        // Who is not known learns nothing: not what is wrong, not whether a session exists.
        let stranger = world.body(.authentication) { $0["relyingPartyUUID"] = .string(RequestBody.party) }
        for answer in [
            try bare(world, "POST", login, body, from: elsewhere),
            try bare(world, "POST", login, stranger, from: office),
            try bare(world, "POST", login, .object([:]), from: office),
            try world.call("POST", "/v3" + login, ["Content-Type": "application/json"], Array("{".utf8), from: office),
            try bare(world, "GET", "/session/\(id)", from: elsewhere),
            try bare(world, "GET", "/session/\(SessionWorld.uuid())", from: office),
            try bare(world, "GET", "/session/nonsense", from: office),
            try bare(world, "DELETE", "/session/\(id)", from: elsewhere),
            // A wrong secret is not made good by the address.
            try bare(world, "POST", login, body, from: office, ["Authorization": "Bearer rp_sk_wrong"]),
            try bare(world, "POST", login, body, from: office, ["Authorization": "Basic eDp5"]),
        ] { #expect(refused(answer, 401, "UNAUTHORIZED")) }
        let name = world.body(.authentication) { $0["relyingPartyName"] = "OTHER" }
        #expect(refused(try bare(world, "POST", login, name, from: office), 403, "RELYING_PARTY_NAME_UNKNOWN"))
        #expect(try bare(world, "DELETE", "/session/\(id)", from: office).json["result"]?["endResult"] == "TIMEOUT")
        #expect(try world.stores.relyingParties.setEnabled(id: world.partyId, false, deadline: SessionWorld.soon()))
        #expect(refused(try bare(world, "POST", login, body, from: office), 403, "RELYING_PARTY_SUSPENDED"))
    }

    /// A session of a party that has to show its secret is not found by the address of another.
    @Test func anAddressOpensOnlyItsOwnSessions() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        let id = try world.open(.authentication)
        let other = SessionWorld.uuid()
        try world.addParty(
            id: other, secret: "rp_sk_other",
            settings: RelyingPartySettings(addresses: ["192.0.2.7"], allowsAddressAuth: true))
        #expect(refused(try bare(world, "GET", "/session/\(id)", from: office), 401, "UNAUTHORIZED"))
        #expect(try world.get("/session/\(id)?timeoutMs=0").status == 200)
    }

    /// Where a proxy that nobody has named stands before the service, every client has its address.
    @Test func anAddressThatMeansNothingIsNotEnough() throws {
        let world = try SessionWorld(
            settings: RelyingPartySettings(addresses: ["192.0.2.0/24"], allowsAddressAuth: true), knowsAddresses: false)
        _ = try world.enrol()
        let body = world.body(.authentication) { $0["relyingPartyName"] = .string("Дэмо банк") }
        #expect(refused(try bare(world, "POST", login, body, from: office), 401, "UNAUTHORIZED"))
        let secret: HTTPHeaders = ["Authorization": "Bearer \(world.secret)"]
        #expect(try bare(world, "POST", login, body, from: office, secret).status == 200)
    }

    @Test func aCertificateOfTheConnectionComesBeforeWhatAProxySays() throws {
        let office = try #require(IPAddress("192.0.2.7"))
        let told = [UInt8](repeating: 2, count: 32)
        let source = ConnectionCertificates(
            or: ProxyClientCertificates(field: "X-Client-Cert", trusted: [try #require(CIDRBlock("192.0.2.7"))]))
        let request = HTTPRequest(method: "GET", target: "/", headers: ["X-Client-Cert": Hex.encode(told)])
        func hash(_ shown: [UInt8]?) -> [UInt8]? {
            source.certificateHash(
                of: request,
                RequestContext(peer: office, deadline: .never, clientCertificateSHA256: shown))
        }
        #expect(hash(nil) == told)
        #expect(hash([UInt8](repeating: 1, count: 32)) == [UInt8](repeating: 1, count: 32))
    }

    @Test func aClientCertificateComesFromATrustedProxyOnly() throws {
        let der = [UInt8](0..<200)
        let hash = SHA256.hash(der)
        let world = try SessionWorld(
            settings: RelyingPartySettings(certificateHash: hash),
            certificates: ProxyClientCertificates(
                field: "X-Client-Cert", trusted: [try #require(CIDRBlock("192.0.2.7"))]))
        _ = try world.enrol()
        let body = world.body(.authentication)
        func ask(_ values: [String], from peer: IPAddress) throws -> SessionWorld.Answer {
            var headers: HTTPHeaders = ["Authorization": "Bearer \(world.secret)"]
            for value in values { headers.add("X-Client-Cert", value) }
            return try bare(world, "POST", login, body, from: peer, headers)
        }
        let good = [
            Hex.encode(hash), Hex.encode(hash).uppercased(),
            hash.map { Hex.encode([$0]) }.joined(separator: ":"), ":\(Base64.encode(der)):",
            PercentCoding.encode(PEM.encode(der)),
        ]
        for value in good {
            #expect(try ask([value], from: office).status == 200, "\(value)")
            #expect(refused(try ask([value], from: elsewhere), 403, "CLIENT_CERTIFICATE_REQUIRED"))
        }
        let bad = [
            [], [good[0], good[0]], [Hex.encode([1] + hash.dropFirst())], [""], ["::"], ["%zz"],
            [PercentCoding.encode(PEM.encode(der) + PEM.encode(der))], [":\(Base64.encode([0] + der)):"],
        ]
        for values in bad {
            #expect(refused(try ask(values, from: office), 403, "CLIENT_CERTIFICATE_REQUIRED"), "\(values)")
        }
    }

    @Test func onePartyHasItsOwnLimits() throws {
        let world = try SessionWorld(
            settings: RelyingPartySettings(openSessions: 1), openSessions: 3,
            limits: RateLimits(sessionsPerMinute: 2, promptsPerMinute: 1_000))
        _ = try world.enrol()
        let (wide, narrow) = (SessionWorld.uuid(), SessionWorld.uuid())
        try world.addParty(
            id: wide, secret: "rp_sk_wide", settings: RelyingPartySettings(openSessions: 20, sessionsPerMinute: 1_000))
        try world.addParty(id: narrow, secret: "rp_sk_narrow", settings: RelyingPartySettings(sessionsPerMinute: 1))
        func ask(_ id: String, _ secret: String) throws -> SessionWorld.Answer {
            try world.post(
                login, world.body(.authentication) { $0["relyingPartyUUID"] = .string(id) }, secret: secret)
        }
        #expect(try ask(world.partyId, world.secret).status == 200)
        #expect(refused(try ask(world.partyId, world.secret), 429, "SESSION_LIMIT"))
        // More than everybody may have, and more than a citizen's limit in all.
        for _ in 0..<15 { #expect(try ask(wide, "rp_sk_wide").status == 200) }
        #expect(try ask(narrow, "rp_sk_narrow").status == 200)
        #expect(refused(try ask(narrow, "rp_sk_narrow"), 429, "RATE_LIMITED"))
    }
}
