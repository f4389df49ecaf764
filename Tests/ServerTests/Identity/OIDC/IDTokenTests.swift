import Crypto
import Testing
import Wire

@testable import Server

@Suite("ID tokens (OpenID Connect Core 3.1.3.7)")
struct IDTokenTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: OIDCFailure
        let change: @Sendable (inout TokenMaker) throws -> Void

        init(
            _ rule: String, _ failure: OIDCFailure, _ change: @escaping @Sendable (inout TokenMaker) throws -> Void
        ) {
            (testDescription, self.failure, self.change) = (rule, failure, change)
        }
    }

    private func verify(
        _ text: String, _ keys: JSONValue, nonce: String = TokenMaker.nonce, access: String = TokenMaker.access
    ) throws(OIDCFailure) -> JSONValue {
        try IDTokenVerifier(issuer: TokenMaker.issuer, clientID: TokenMaker.client).verify(
            try IDToken(text), keys: try JSONWebKeySet(keys.bytes), nonce: nonce, accessToken: access,
            now: TokenMaker.now)
    }

    @Test("a good token passes")
    func good() throws {
        let maker = try TokenMaker()
        #expect(try verify(maker.text, maker.keySet())["sub"]?.string == "bat")
    }

    @Test("what may be there or be otherwise")
    func allowed() throws {
        var maker = try TokenMaker()
        maker.claims["aud"] = [.string(TokenMaker.client)]
        maker.claims["azp"] = .string(TokenMaker.client)
        maker.claims["nbf"] = .number(JSONNumber(TokenMaker.now))
        // RFC 7519 §2: a NumericDate may have a fraction. OpenID Connect Core §3.1.3.6: half of the token's hash.
        maker.claims["at_hash"] = .string(
            Base64URL.encode(Array(SHA256.hash(Array(TokenMaker.access.utf8)).prefix(16))))
        #expect(try verify(maker.text, maker.keySet(["use": "sig", "alg": "ES256"]))["sub"]?.string == "bat")
        maker.claims["aud"] = [.string(TokenMaker.client), "other"]
        maker.header = ["alg": "ES256"]
        #expect(try verify(maker.text, maker.keySet())["sub"]?.string == "bat")
        maker.claims["exp"] = .number(JSONNumber(TokenMaker.now - 59))
        maker.claims["iat"] = .number(JSONNumber(TokenMaker.now + 60))
        #expect(try verify(maker.text, maker.keySet())["sub"]?.string == "bat")
    }

    @Test("every check has its own reason", arguments: cases)
    func refused(_ one: Case) throws {
        var maker = try TokenMaker()
        try one.change(&maker)
        #expect(throws: one.failure) { try verify(maker.text, maker.keySet()) }
    }

    private static let cases: [Case] = [
        Case("no algorithm is none", .idTokenAlgorithm) {
            ($0.header, $0.signature) = (["alg": "none"], [])
        },
        Case("a shared secret signs nothing", .idTokenAlgorithm) { $0.header = ["alg": "HS256", "kid": "one"] },
        Case("an algorithm is named", .idTokenAlgorithm) { $0.header = ["kid": "one"] },
        Case("an algorithm has one spelling", .idTokenAlgorithm) { $0.header = ["alg": "es256", "kid": "one"] },
        Case("a token does not choose the algorithm of a key", .idTokenKeyUse) {
            $0.header = ["alg": "RS256", "kid": "one"]
        },
        Case("critical parameters are not understood", .idTokenCritical) {
            $0.header = ["alg": "ES256", "kid": "one", "crit": ["exp"]]
        },
        Case("a key is known", .idTokenKey) { $0.header = ["alg": "ES256", "kid": "two"] },
        Case("a key has a name", .idTokenMalformed) { $0.header = ["alg": "ES256", "kid": 1] },
        Case("another key signs nothing", .idTokenSignature) {
            $0.signer = try P256SigningKey.generate(random: SystemRandom())
        },
        Case("a signature is there", .idTokenSignature) { $0.signature = [] },
        Case("a signature of zeros is none", .idTokenSignature) { $0.signature = [UInt8](repeating: 0, count: 64) },
        Case("the issuer is ours", .idTokenIssuer) { $0.claims["iss"] = "https://id.example.mn/" },
        Case("an issuer is named", .idTokenIssuer) { $0.claims["iss"] = .some(nil) },
        Case("it is for us", .idTokenAudience) { $0.claims["aud"] = "other" },
        Case("it is for somebody", .idTokenAudience) { $0.claims["aud"] = .some(nil) },
        Case("nobody is no audience", .idTokenAudience) { $0.claims["aud"] = [] },
        Case("an audience is text", .idTokenAudience) { $0.claims["aud"] = [.string(TokenMaker.client), 1] },
        Case("one of several says that it is the one", .idTokenAuthorizedParty) {
            $0.claims["aud"] = [.string(TokenMaker.client), "other"]
        },
        Case("made for another party", .idTokenAuthorizedParty) { $0.claims["azp"] = "other" },
        Case("expired", .idTokenExpired) { $0.claims["exp"] = .number(JSONNumber(TokenMaker.now - 60)) },
        Case("an end is in seconds", .idTokenExpired) {
            $0.claims["exp"] = .number(JSONNumber((TokenMaker.now + 300) * 1_000))
        },
        Case("an end is named", .idTokenExpired) { $0.claims["exp"] = .some(nil) },
        Case("an end is a number", .idTokenExpired) { $0.claims["exp"] = "1767229200" },
        Case("from the future", .idTokenIssuedAt) { $0.claims["iat"] = .number(JSONNumber(TokenMaker.now + 61)) },
        Case("from long ago", .idTokenIssuedAt) { $0.claims["iat"] = .number(JSONNumber(TokenMaker.now - 601)) },
        Case("a beginning is named", .idTokenIssuedAt) { $0.claims["iat"] = .some(nil) },
        Case("not yet", .idTokenNotBefore) { $0.claims["nbf"] = .number(JSONNumber(TokenMaker.now + 61)) },
        Case("another run's", .idTokenNonce) { $0.claims["nonce"] = "other" },
        Case("no run's", .idTokenNonce) { $0.claims["nonce"] = .some(nil) },
        Case("about nobody", .idTokenSubject) { $0.claims["sub"] = .some(nil) },
        Case("about an empty name", .idTokenSubject) { $0.claims["sub"] = "" },
        Case("beside another access token", .accessTokenHash) { $0.claims["at_hash"] = "77QmUPtjPfzWtF2AnpK9RQ" },
    ]

    @Test("a changed byte of header or payload is noticed")
    func changed() throws {
        let maker = try TokenMaker()
        let parts = try maker.text.split(separator: ".").map(String.init)
        var claims = try #require(Base64URL.decode(parts[1]))
        let place = try #require(claims.indices.first { claims[$0...].starts(with: Array("bat".utf8)) })
        claims[place] = UInt8(ascii: "c")
        #expect(throws: OIDCFailure.idTokenSignature) {
            try verify("\(parts[0]).\(Base64URL.encode(claims)).\(parts[2])", maker.keySet())
        }
    }

    @Test(
        "what is no compact JWS",
        arguments: [
            "", "a", "a.b", "a.b.c", "e30.e30", "e30.e30.", "e30.e30.AA.AA", "e30.W10.AA", "W10.e30.AA", "e30=.e30.AA",
        ])
    func malformed(_ text: String) {
        #expect(throws: OIDCFailure.self) { try IDToken(text) }
    }

    @Test("a token is bounded")
    func long() throws {
        var maker = try TokenMaker()
        maker.claims["picture"] = .string(String(repeating: "A", count: 32_768))
        #expect(throws: OIDCFailure.idTokenMalformed) { try IDToken(maker.text) }
    }

    @Test("a payload is an object")
    func payload() {
        // {"alg":"ES256"} and [].
        #expect(throws: OIDCFailure.idTokenMalformed) { try IDToken("eyJhbGciOiJFUzI1NiJ9.W10.AA") }
    }

    @Test("a key for encryption, for another algorithm, or one of two without a name signs nothing")
    func keys() throws {
        var maker = try TokenMaker()
        for change: [String: JSONValue] in [["use": "enc"], ["alg": "ES384"]] {
            #expect(throws: OIDCFailure.idTokenKeyUse) { try verify(maker.text, maker.keySet(change)) }
        }
        #expect(throws: OIDCFailure.idTokenKey) { try verify(maker.text, ["keys": []]) }
        let two = (maker.keySet()["keys"]?.array ?? []) + (maker.keySet(["kid": "two"])["keys"]?.array ?? [])
        #expect(try verify(maker.text, ["keys": .array(two)])["sub"]?.string == "bat")
        maker.header = ["alg": "ES256"]
        #expect(throws: OIDCFailure.idTokenKey) { try verify(maker.text, ["keys": .array(two)]) }
    }

    @Test("sets of keys: unusable ones are left out, broken ones refuse the set")
    func sets() throws {
        let maker = try TokenMaker()
        let unusable: [JSONValue] = [
            ["kty": "oct", "k": "AAAA"], ["kty": "EC", "crv": "P-384", "x": "AA", "y": "AA"],
            ["kty": "OKP", "crv": "Ed25519", "x": "AA"], ["kty": "RSA", "n": "AQAB", "e": "AQAB"],
        ]
        let keys = unusable + (maker.keySet()["keys"]?.array ?? [])
        #expect(try JSONWebKeySet(JSONValue.object(["keys": .array(keys)]).bytes).keys.count == 1)
        let full = Base64URL.encode(Array(maker.key.publicKey[1..<33]))
        for broken: JSONValue in [
            [:], ["keys": 1], ["keys": [1]], ["keys": [["x": "AA"]]],
            ["keys": [["kty": "RSA", "n": "AA=", "e": "AQAB"]]],
            ["keys": [["kty": "EC", "crv": "P-256", "x": "AA", "y": .string(full)]]],
            ["keys": [["kty": "EC", "crv": "P-256", "x": .string(full), "y": "AA"]]],
            [
                "keys": [
                    ["kty": "RSA", "n": .string(Base64URL.encode([UInt8](repeating: 1, count: 1_025))), "e": "AQAB"]
                ]
            ],
        ] {
            #expect(throws: OIDCFailure.keySetAnswer) { try JSONWebKeySet(broken.bytes) }
        }
    }
}
