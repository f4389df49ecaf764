import Crypto
import Testing
import Wire

@testable import Server

/// Every rule of rp-api.md §3.1 and §3.3, by the member that it is about.
@Suite struct RequestRuleTests {
    private typealias Change = (inout JSONObject) -> Void

    private func decode(_ flow: SessionFlow, _ change: (inout JSONObject) -> Void = { _ in }) throws -> SessionRequest {
        try SessionRequestDecoder.decode(
            JSONFields(RequestBody.make(flow, change)),
            for: SessionStart(flow: flow, channel: .notification, addressing: .etsi))
    }

    /// The request is refused at that member with that code.
    private func refused(
        _ pointer: String, _ code: String, _ flow: SessionFlow = .authentication,
        location: SourceLocation = #_sourceLocation, _ change: (inout JSONObject) -> Void
    ) {
        do {
            _ = try decode(flow, change)
            Issue.record("accepted", sourceLocation: location)
        } catch let error as FieldError {
            #expect(error.pointer == pointer, sourceLocation: location)
            #expect(error.code == code, sourceLocation: location)
        } catch {
            Issue.record(error, sourceLocation: location)
        }
    }

    @Test func authenticationOfTheSpecification() throws {
        let request = try decode(.authentication)
        #expect(request.relyingPartyUUID == RequestBody.party)
        #expect(request.relyingPartyName == "DEMO")
        #expect(request.certificateLevel == .qualified)
        #expect(request.content == .authentication(rpChallenge: RequestBody.challenge))
        #expect(request.interactions?.text == RequestBody.interactions)
        #expect(request.interactions?.items.map(\.displayText) == ["Нэвтрэх"])
        #expect(request.initialCallbackUrl == nil)
        #expect(!request.derivesCode)
        #expect(request.signatureProtocol == "ACSP_V2")
    }

    @Test func signatureOfTheSpecification() throws {
        let request = try decode(.signature)
        #expect(request.content == .signature(digest: Base64.decode(RequestBody.digest) ?? []))
        #expect(request.signatureProtocol == "RAW_DIGEST_SIGNATURE")
    }

    @Test(arguments: [
        "relyingPartyUUID", "relyingPartyName", "signatureProtocol", "signatureProtocolParameters", "interactions",
    ])
    func requiredMember(_ name: String) {
        for flow in [SessionFlow.authentication, .signature] {
            refused("/" + name, "FIELD_MISSING", flow) { $0[name] = nil }
            refused("/" + name, "FIELD_TYPE", flow) { $0[name] = .bool(true) }
        }
    }

    @Test func unknownMembersAreIgnored() throws {
        _ = try decode(.authentication) { body in
            body["rp_app"] = .string("x")
            body["capabilities"] = .array([.string("ADVANCED")])
            body["whatever"] = .object(["a": .null])
        }
    }

    @Test func relyingPartyUUID() throws {
        refused("/relyingPartyUUID", "FIELD_VALUE") { $0["relyingPartyUUID"] = .string("DEMO") }
        let upper = try decode(.authentication) {
            $0["relyingPartyUUID"] = .string("ABCDEF00-0000-4000-8000-000000000001")
        }
        #expect(upper.relyingPartyUUID == "abcdef00-0000-4000-8000-000000000001")
    }

    @Test func relyingPartyNameIsKeptAsSent() throws {
        for name in [" Дэмо | банк ", String(repeating: "Ө", count: 120)] {
            #expect(try decode(.authentication) { $0["relyingPartyName"] = .string(name) }.relyingPartyName == name)
        }
        refused("/relyingPartyName", "FIELD_LENGTH") {
            $0["relyingPartyName"] = .string(String(repeating: "Ө", count: 121))
        }
        refused("/relyingPartyName", "FIELD_LENGTH") { $0["relyingPartyName"] = .string("") }
        for name in ["a\u{0}b", "bank\u{202E}knab", "Да\u{200B}нс банк", "\u{3164}", " "] {
            refused("/relyingPartyName", "FIELD_VALUE") { $0["relyingPartyName"] = .string(name) }
        }
    }

    @Test func certificateLevel() throws {
        for (text, level) in [("ADVANCED", CertificateLevel.advanced), ("QUALIFIED", .qualified), ("QSCD", .qscd)] {
            #expect(try decode(.signature) { $0["certificateLevel"] = .string(text) }.certificateLevel == level)
        }
        #expect(try decode(.signature) { $0["certificateLevel"] = nil }.certificateLevel == .qualified)
        refused("/certificateLevel", "FIELD_VALUE") { $0["certificateLevel"] = .string("qualified") }
    }

    @Test func signatureProtocolIsThatOfTheFlow() {
        refused("/signatureProtocol", "FIELD_VALUE", .authentication) {
            $0["signatureProtocol"] = .string("RAW_DIGEST_SIGNATURE")
        }
        refused("/signatureProtocol", "FIELD_VALUE", .signature) { $0["signatureProtocol"] = .string("ACSP_V2") }
    }

    @Test(arguments: SessionRequestDecoder.signatureAlgorithms)
    func signatureAlgorithm(_ name: String) throws {
        _ = try decode(.authentication, RequestBody.parameter("signatureAlgorithm", .string(name)))
        _ = try decode(.signature, RequestBody.parameter("signatureAlgorithm", .string(name)))
    }

    @Test func signatureAlgorithmUnknown() {
        let pointer = "/signatureProtocolParameters/signatureAlgorithm"
        refused(pointer, "FIELD_VALUE", .signature, RequestBody.parameter("signatureAlgorithm", .string("ed25519")))
        refused(pointer, "FIELD_MISSING", .signature, RequestBody.parameter("signatureAlgorithm", nil))
    }

    @Test(arguments: ["SHA-384", "SHA-512", "SHA3-256", "sha-256", "MD5"])
    func hashAlgorithm(_ name: String) {
        let pointer = "/signatureProtocolParameters/signatureAlgorithmParameters/hashAlgorithm"
        for flow in [SessionFlow.authentication, .signature] {
            refused(
                pointer, "UNSUPPORTED_HASH_ALGORITHM", flow,
                RequestBody.parameter("signatureAlgorithmParameters", .object(["hashAlgorithm": .string(name)])))
        }
    }

    @Test func hashAlgorithmMissing() {
        let pointer = "/signatureProtocolParameters/signatureAlgorithmParameters"
        refused(
            pointer + "/hashAlgorithm", "FIELD_MISSING", .authentication,
            RequestBody.parameter("signatureAlgorithmParameters", .object([:])))
        refused(
            pointer, "FIELD_MISSING", .authentication, RequestBody.parameter("signatureAlgorithmParameters", nil))
    }

    /// A wrong hash is named before the length of the digest that follows from it.
    @Test func hashBeforeDigest() {
        refused(
            "/signatureProtocolParameters/signatureAlgorithmParameters/hashAlgorithm", "UNSUPPORTED_HASH_ALGORITHM",
            .signature
        ) { body in
            RequestBody.parameter("digest", .string(Base64.encode([UInt8](repeating: 1, count: 64))))(&body)
            RequestBody.parameter(
                "signatureAlgorithmParameters", .object(["hashAlgorithm": .string("SHA-512")]))(&body)
        }
    }

    @Test func rpChallenge() throws {
        let pointer = "/signatureProtocolParameters/rpChallenge"
        for count in [32, 33, 64] {
            let text = Base64.encode([UInt8](repeating: 7, count: count))
            let request = try decode(.authentication, RequestBody.parameter("rpChallenge", .string(text)))
            #expect(request.content == .authentication(rpChallenge: text))
        }
        for count in [0, 30, 31, 66, 67] {
            let text = Base64.encode([UInt8](repeating: 7, count: count))
            refused(pointer, "FIELD_LENGTH", .authentication, RequestBody.parameter("rpChallenge", .string(text)))
        }
        // 65 bytes have 88 characters, as 64 do.
        let long = Base64.encode([UInt8](repeating: 7, count: 65))
        refused(pointer, "FIELD_LENGTH", .authentication, RequestBody.parameter("rpChallenge", .string(long)))
        // 43 characters and a pad that does not belong; the bar that would split the payload; trailing bits.
        for text in [
            String(repeating: "A", count: 45), String(repeating: "|", count: 44),
            String(repeating: "A", count: 42) + "B=",
        ] {
            refused(pointer, "FIELD_BASE64", .authentication, RequestBody.parameter("rpChallenge", .string(text)))
        }
        refused(pointer, "FIELD_MISSING", .authentication, RequestBody.parameter("rpChallenge", nil))
    }

    @Test func digestHasTheLengthOfItsHash() {
        let pointer = "/signatureProtocolParameters/digest"
        for count in [0, 20, 31, 33, 64] {
            let text = Base64.encode([UInt8](repeating: 7, count: count))
            refused(pointer, "FIELD_LENGTH", .signature, RequestBody.parameter("digest", .string(text)))
        }
        refused(pointer, "FIELD_BASE64", .signature, RequestBody.parameter("digest", .string("not Base64")))
        refused(pointer, "FIELD_MISSING", .signature, RequestBody.parameter("digest", nil))
    }

    @Test(arguments: ["https://a", "https://rp.example.mn/cb?value=Xy12Ab34", "https://rp.example.mn/жишээ"])
    func callbackIsKeptAsSent(_ url: String) throws {
        let request = try decode(.authentication) { $0["initialCallbackUrl"] = .string(url) }
        #expect(request.initialCallbackUrl == url)
    }

    @Test(arguments: [
        "", "https://", "http://rp.example.mn/cb", "HTTPS://rp.example.mn", "geregesmartid://x", "/cb",
        "https://rp.example.mn/#x", "https://rp.example.mn/a b", "https://rp.example.mn/\u{0}",
    ])
    func callbackRefused(_ url: String) {
        refused("/initialCallbackUrl", "FIELD_VALUE") { $0["initialCallbackUrl"] = .string(url) }
    }

    @Test func callbackWithTheSeparatorOfThePayload() {
        refused("/initialCallbackUrl", "ACSP_FIELD") {
            $0["initialCallbackUrl"] = .string("https://rp.example.mn/cb?a|b")
        }
    }

    @Test func callbackLength() throws {
        let longest = "https://" + String(repeating: "a", count: 1_792)
        _ = try decode(.signature) { $0["initialCallbackUrl"] = .string(longest) }
        refused("/initialCallbackUrl", "FIELD_LENGTH") { $0["initialCallbackUrl"] = .string(longest + "a") }
    }

    @Test func vcType() throws {
        #expect(try decode(.authentication) { $0["vcType"] = .string("numeric4") }.derivesCode)
        refused("/vcType", "FIELD_VALUE") { $0["vcType"] = .string("alphaNumeric5") }
        #expect(try decode(.signature) { $0["vcType"] = .string("numeric4") }.derivesCode == false)
    }

    @Test func nonce() throws {
        for flow in [SessionFlow.authentication, .signature] {
            _ = try decode(flow) { $0["nonce"] = .string(String(repeating: "n", count: 30)) }
            refused("/nonce", "FIELD_LENGTH", flow) { $0["nonce"] = .string(String(repeating: "n", count: 31)) }
            refused("/nonce", "FIELD_LENGTH", flow) { $0["nonce"] = .string("") }
        }
    }

    @Test func requestProperties() throws {
        _ = try decode(.signature) { $0["requestProperties"] = .object(["shareMdClientIpAddress": .bool(true)]) }
        refused("/requestProperties/shareMdClientIpAddress", "FIELD_TYPE") {
            $0["requestProperties"] = .object(["shareMdClientIpAddress": .string("yes")])
        }
    }

    @Test func onBehalfOfIsAnOrganisation() throws {
        let start = try #require(SessionStart.all.first { $0.flow == .signature })
        let body = RequestBody.make(.signature) { $0["onBehalfOf"] = .string("NTRMN-1234567") }
        let request = try SessionRequestDecoder.decode(JSONFields(body), for: start)
        #expect(request.organisation?.register == "1234567")
        for text in ["1234567", "NTRMN-", "NTRMN-A B", "ntrmn-1"] {
            refused("/onBehalfOf", "FIELD_VALUE", .signature) { $0["onBehalfOf"] = .string(text) }
        }
        refused("/onBehalfOf", "FIELD_TYPE", .signature) { $0["onBehalfOf"] = .object([:]) }
    }
}
