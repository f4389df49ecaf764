import Crypto
import Synchronization
import Testing
import Wire

@testable import Server

@Suite("Identity provider by OAuth 2.0 and OpenID Connect")
struct OIDCProviderTests {
    private static let run = KYCRun(
        reference: "the-reference", callbackURL: "https://tamga.example.mn/v3/kyc/dan/callback")
    private static let claims: JSONValue = [
        "sub": "bat", "registration_number": "УХ00112233", "civil_id": "12345678", "given_name": "Бат",
        "family_name": "Дорж",
    ]

    private final class Failures: Sendable {
        let list = Mutex<[OIDCFailure]>([])
    }

    private final class World {
        let caller = StubCaller()
        let failures = Failures()
        var settings: OIDCSettings
        var maker: TokenMaker
        var tokenAnswer: [String: JSONValue] = ["access_token": .string(TokenMaker.access), "token_type": "Bearer"]
        let secret = SharedSecret(SecretBytes(count: 32))

        init(_ changes: [String: String] = [:]) throws {
            settings = try OIDCSettings(Environment(OIDCConfigurationTests.good.merging(changes) { $1 }))
            maker = try TokenMaker()
            maker.claims["nonce"] = .string(ProofKey(reference: run.reference, key: secret).nonce)
        }

        var provider: OIDCProvider {
            OIDCProvider(settings, caller: caller, secret: secret, now: { TokenMaker.now }) { [failures] failure in
                failures.list.withLock { $0.append(failure) }
            }
        }

        /// The provider's answers, then the run's end.
        func complete(_ query: String = "code=c0de&iss=https://id.example.mn") throws -> KYCPerson {
            var answer = JSONObject()
            for (name, value) in tokenAnswer { answer[name] = value }
            if tokenAnswer["id_token"] == nil, settings.usesIDToken { answer["id_token"] = .string(try maker.text) }
            set("token", StubCaller.json(.object(answer)))
            set("jwks", StubCaller.json(maker.keySet()))
            set("userinfo", StubCaller.json(claims))
            return try provider.complete(run, try #require(QueryString(query)))
        }

        /// Sets an answer unless a test has set another one before.
        private var fixed: Set<String> = []
        /// The status of an answer that is good but for it.
        var statuses: [String: Int] = [:]
        func set(_ name: String, _ answer: StubCaller.Answer, isFixed: Bool = false) {
            let answer = answer.map { response in
                OutgoingResponse(status: statuses[name] ?? response.status, body: response.body)
            }
            if isFixed { fixed.insert(name) } else if fixed.contains(name) { return }
            caller.answer("https://id.example.mn/" + name, answer)
        }

        func expect(
            _ failure: OIDCFailure, _ query: String = "code=c0de&iss=https://id.example.mn",
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(throws: ServiceError(failure.code), sourceLocation: sourceLocation) { try complete(query) }
            #expect(failures.list.withLock { $0 } == [failure], sourceLocation: sourceLocation)
            failures.list.withLock { $0 = [] }
        }
    }

    private func parameters(_ text: String) throws -> [String: String] {
        let query = try #require(QueryString(String(text.drop { $0 != "?" }.dropFirst())))
        #expect(Set(query.parameters.map(\.name)).count == query.parameters.count)
        return Dictionary(query.parameters.map { ($0.name, $0.value) }) { $1 }
    }

    private func text(_ body: [UInt8]?) -> String { String(decoding: body ?? [], as: UTF8.self) }

    @Test("the browser is sent with state, nonce and the hash of the verifier")
    func begin() throws {
        let world = try World(["TAMGA_KYC_OIDC_AUTHORIZE_URL": "https://id.example.mn/authorize?tenant=mn"])
        let number = try #require(RegistrationNumber("УХ00112233"))
        guard case .redirect(let url, let context) = try world.provider.begin(Self.run, number: number) else {
            Issue.record("no redirect")
            return
        }
        #expect(url.hasPrefix("https://id.example.mn/authorize?tenant=mn&response_type=code&") && context == [1])
        let sent = try parameters(url)
        let proof = ProofKey(reference: Self.run.reference, key: world.secret)
        #expect(sent["state"] == "the-reference" && sent["redirect_uri"] == Self.run.callbackURL)
        #expect(sent["client_id"] == "tamga" && sent["scope"] == "openid profile")
        #expect(sent["code_challenge_method"] == "S256" && sent["nonce"] == proof.nonce)
        #expect(
            sent["code_challenge"] == Base64URL.encode(SHA256.hash(Array(proof.verifier.utf8))))
        #expect(!url.contains(proof.verifier) && proof.verifier.count == 43 && proof.verifier != proof.nonce)
        #expect(ProofKey(reference: "another", key: world.secret).verifier != proof.verifier)
    }

    @Test("RFC 7636 appendix B: the challenge of a verifier")
    func published() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        #expect(
            Base64URL.encode(SHA256.hash(Array(verifier.utf8))) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("a code becomes a person: token, keys, claims")
    func complete() throws {
        let world = try World()
        let person = try world.complete()
        #expect(person.civilId == "12345678" && person.givenName == "Бат")
        let requests = world.caller.requests
        #expect(requests.map(\.url.text) == ["token", "jwks", "userinfo"].map { "https://id.example.mn/" + $0 })
        let form = try parameters("?" + text(requests[0].body))
        let proof = ProofKey(reference: Self.run.reference, key: world.secret)
        #expect(
            form == [
                "grant_type": "authorization_code", "code": "c0de", "redirect_uri": Self.run.callbackURL,
                "code_verifier": proof.verifier,
            ])
        // RFC 6749 §2.3.1: both halves are form-encoded before they are joined.
        let basic = Base64.encode(Array("tamga:p%25a%3As%20s".utf8))
        #expect(requests[0].headers.contains { $0 == ("Authorization", "Basic " + basic) })
        #expect(requests[2].headers.contains { $0 == ("Authorization", "Bearer " + TokenMaker.access) })
        #expect(requests[2].body == nil)
    }

    @Test("client_secret_post: the secret is in the body and in no header")
    func post() throws {
        let world = try World(["TAMGA_KYC_OIDC_CLIENT_AUTH": "post"])
        _ = try world.complete()
        let form = try parameters("?" + text(world.caller.requests[0].body))
        #expect(form["client_id"] == "tamga" && form["client_secret"] == "p%a:s s")
        #expect(!world.caller.requests[0].headers.contains { $0.name == "Authorization" })
    }

    @Test("without an ID token: claims of the userinfo endpoint; without that: claims of the ID token")
    func either() throws {
        let plain = try World(["TAMGA_KYC_OIDC_JWKS_URL": "", "TAMGA_KYC_OIDC_SCOPE": "citizen"])
        #expect(try plain.complete().surname == "Дорж")
        #expect(plain.caller.requests.count == 2)
        let alone = try World(["TAMGA_KYC_OIDC_USERINFO_URL": ""])
        for name in ["registration_number", "civil_id", "given_name", "family_name"] {
            alone.maker.claims[name] = Self.claims[name]
        }
        #expect(try alone.complete().surname == "Дорж")
        #expect(alone.caller.requests.count == 2)
    }

    @Test("what the browser brings")
    func callback() throws {
        let world = try World()
        world.expect(.denied, "error=access_denied&iss=https://id.example.mn")
        world.expect(.providerError, "error=server_error&error_description=internal&code=c0de")
        world.expect(.callback, "iss=https://id.example.mn")
        world.expect(.callback, "code=")
        world.expect(.callback, "code=a&code=b")
        world.expect(.callback, "error=a&error=access_denied")
        world.expect(.callback, "code=" + String(repeating: "a", count: 2_049))
        world.expect(.issuerParameter, "code=c0de&iss=https://other.example.mn")
        world.expect(.issuerParameter, "error=access_denied&iss=https://other.example.mn")
        #expect(world.caller.requests.isEmpty, "nothing is asked for an answer that is none")
        #expect(try world.complete("code=c0de").civilId == "12345678")
        let strict = try World(["TAMGA_KYC_OIDC_REQUIRE_ISS": "true"])
        strict.expect(.issuerParameter, "code=c0de")
    }

    @Test("answers of the token endpoint")
    func tokens() throws {
        let world = try World()
        world.tokenAnswer["token_type"] = "mac"
        world.expect(.tokenType)
        world.tokenAnswer["token_type"] = .some(.null)
        world.expect(.tokenType)
        world.tokenAnswer["token_type"] = "bearer"
        #expect(try world.complete().civilId == "12345678")
        for access: JSONValue in ["", "a b", "a\r\nX: y", "ä", 1, .string(String(repeating: "a", count: 8_193))] {
            world.tokenAnswer["access_token"] = access
            world.expect(.tokenAnswer)
        }
        world.tokenAnswer["access_token"] = .string(TokenMaker.access)
        world.tokenAnswer["id_token"] = .some(.null)
        world.expect(.idTokenMissing)
        world.tokenAnswer["id_token"] = "a.b.c"
        world.expect(.idTokenMalformed)
    }

    @Test("an ID token is verified", arguments: [OIDCFailure.idTokenNonce, .idTokenSignature, .idTokenKey])
    func idToken(_ failure: OIDCFailure) throws {
        let world = try World()
        switch failure {
        case .idTokenNonce: world.maker.claims["nonce"] = "another run's"
        case .idTokenSignature: world.maker.signer = try P256SigningKey.generate(random: SystemRandom())
        default: world.maker.header = ["alg": "ES256", "kid": "two"]
        }
        world.expect(failure)
    }

    @Test("claims about another subject are refused")
    func subject() throws {
        let world = try World()
        world.maker.claims["sub"] = "anar"
        world.expect(.userInfoSubject)
    }

    @Test("claims that are no person's")
    func claims() throws {
        let world = try World(["TAMGA_KYC_OIDC_CLAIM_CIVIL_ID": "/none"])
        world.expect(.claimMissing)
    }

    @Test(
        "failing calls",
        arguments: [
            ("token", OIDCFailure.tokenAnswer), ("jwks", .keySetAnswer), ("userinfo", .userInfoAnswer),
        ])
    func calls(_ name: String, _ failure: OIDCFailure) throws {
        let statuses: [StubCaller.Answer] = [302, 400, 500, 204].map {
            .success(OutgoingResponse(status: $0, body: []))
        }
        let bodies: [StubCaller.Answer] = ["", "<html>", "{}{}"].map {
            .success(OutgoingResponse(status: 200, body: Array($0.utf8)))
        }
        let errors: [(OutgoingError, OIDCFailure)] = [
            (.unreachable, .unreachable), (.busy, .unreachable), (.broken, .unreachable), (.timeout, .timeout),
            (.tls, .tls), (.tooLarge, failure),
        ]
        for status in [201, 302, 400, 500] {
            let world = try World()
            world.statuses = [name: status]
            world.expect(failure)
        }
        for answer in statuses + bodies {
            let world = try World()
            world.set(name, answer, isFixed: true)
            world.expect(failure)
        }
        for (error, expected) in errors {
            let world = try World()
            world.set(name, .failure(error), isFixed: true)
            world.expect(expected)
        }
    }

    @Test("keys are asked for when they are unknown or old, and not at every token")
    func keyCache() throws {
        let maker = try TokenMaker()
        let url = try #require(OutgoingURL("https://id.example.mn/jwks"))
        let caller = StubCaller([url.text: StubCaller.json(maker.keySet())])
        let cache = KeySetCache(url: url, caller: caller)
        let end = MonotonicTime.now().advanced(byMilliseconds: 60_000)
        for (seconds, id, count) in [
            (Int64(0), "one", 1), (0, "two", 1), (29, "two", 1), (30, "two", 2), (31, "one", 2), (629, "one", 2),
            (630, "one", 3), (100, "one", 4),
        ] {
            _ = try cache.keys(for: id, now: TokenMaker.now + seconds, until: end)
            #expect(caller.requests.count == count, "\(seconds) \(id)")
        }
        #expect(throws: OIDCFailure.timeout) {
            try KeySetCache(url: url, caller: caller).keys(for: "one", now: 0, until: .now())
        }
    }

    @Test("no failure tells the phone more than that it was the provider or the citizen")
    func codes() {
        #expect(OIDCFailure.allCases.filter { $0.code == .kycFailed } == [.denied])
        #expect(Set(OIDCFailure.allCases.map(\.code)) == [.kycFailed, .kycProviderFailed])
    }
}
