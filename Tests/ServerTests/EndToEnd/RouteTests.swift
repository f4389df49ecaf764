import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("Requests that no phone would send", .serialized)
    struct Routes {
        /// Sends a request without a body.
        private func bare(_ world: ServiceWorld, _ method: String, _ path: String) throws -> HTTPResponse {
            let client = try HTTPClient(baseURL: String(world.service.baseURL().dropLast("/v3".count)))
            defer { client.close() }
            return try client.send(method: method, path: path)
        }

        @Test("an unknown path is 404, a wrong method 405 with Allow, with /v3 and without")
        func unknown() throws {
            try withWorld { world in
                let session = try world.sign().id
                for prefix in ["/v3", ""] {
                    for path in [
                        "/nothing", "/mobile", "/mobile/session/\(session)/sign", "/enrollment/complete/", "/",
                    ] {
                        let answer = try bare(world, "POST", prefix + path)
                        #expect(answer.outcome == "404 NOT_FOUND", "\(prefix + path)")
                        #expect(ErrorShape.problems(answer).isEmpty)
                    }
                    let allowed = [
                        ("GET", "/enrollment/init", "POST"), ("DELETE", "/enrollment/complete", "POST"),
                        ("GET", "/mobile/session/\(session)/sign/commit", "POST"),
                        ("PUT", "/mobile/session/\(session)/sign/prove", "POST"), ("POST", "/pins", "GET, HEAD"),
                        ("POST", "/session/\(session)", "DELETE, GET, HEAD"),
                    ]
                    for (method, path, allow) in allowed {
                        let answer = try bare(world, method, prefix + path)
                        #expect(answer.outcome == "405 METHOD_NOT_ALLOWED", "\(method) \(prefix + path)")
                        #expect(answer.headers["Allow"] == allow)
                        #expect(ErrorShape.problems(answer).isEmpty)
                    }
                }
            }
        }

        @Test("the address for the citizen's browser is one at which the service listens")
        func address() throws {
            try withWorld { world in
                let start = try PhoneClient(transport: world.phone.transport).kycInit(
                    registrationNumber: world.newCitizen())
                let base = world.service.baseURL()
                #expect(start.verificationURL.hasPrefix(base + "/kyc/dan/callback?state="))
                #expect(!base.hasSuffix(":0/v3"))
            }
        }

        @Test("the same routes answer without /v3")
        func withoutPrefix() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let pins = try bare(world, "GET", "/pins")
                #expect(pins.status == 200)
                let s3 = try phone.body(of: .prove, session: session.id)
                let path = "/mobile/session/\(session.id)/sign/prove"
                let s4 = try phone.post(path, s3)
                #expect(s4.status == 200)
                #expect(try phone.post("/v3" + path, s3).body == s4.body)
                try phone.approve(session.id)
                #expect(try world.party.hasValidSignature(session.id, digest: session.digest))
            }
        }

        @Test("without a token, or with a wrong one, nothing of a session is touched")
        func tokens() throws {
            try withWorld { world in
                let id = try world.sign().id
                let s3 = try world.phone.body(of: .prove, session: id)
                for round in ["commit", "prove", "finish"] {
                    let path = "/v3/mobile/session/\(id)/sign/\(round)"
                    let json: HTTPHeaders = ["Content-Type": "application/json"]
                    var wrong = json
                    wrong.add("X-Device-Token", "nobody")
                    for (headers, code) in [(json, "DEVICE_TOKEN_MISSING"), (wrong, "DEVICE_TOKEN_INVALID")] {
                        let answer = try world.phone.transport.send(
                            PhoneRequest(method: "POST", path: path, headers: headers, body: s3))
                        #expect(answer.outcome == "401 \(code)")
                        #expect(ErrorShape.problems(answer).isEmpty)
                    }
                }
                #expect(try world.attempts(id) == "COMMITTED")
                #expect(try world.phone.send(.prove, s3, session: id).status == 200)
            }
        }

        @Test("bad JSON, Base64, UUIDs and sizes are refused with what is wrong and where; nothing is burned by them")
        func malformed() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let s1 = try phone.body(of: .commit, session: id)
                func edited(_ name: String, _ value: JSONValue?) throws -> [UInt8] {
                    try BodyEditing.edit(s1, name) { _ in value }
                }
                let cases: [(body: [UInt8], outcome: String, pointer: String)] = [
                    (Array(s1.dropLast()), "400 JSON_INVALID", ""), ([], "400 JSON_INVALID", ""),
                    (s1 + s1, "400 JSON_INVALID", ""), (Array("[]".utf8), "400 FIELD_TYPE", ""),
                    (Array(#"{"nonce":"","nonce":""}"#.utf8), "400 JSON_INVALID", "/nonce"),
                    ([0xFF] + s1, "400 JSON_INVALID", ""),
                    (
                        try edited("documentNumber", .string(world.document.uppercased())), "400 FIELD_VALUE",
                        "/documentNumber"
                    ),
                    (try edited("documentNumber", nil), "400 FIELD_MISSING", "/documentNumber"),
                    (try edited("nonce", .string("AAAA")), "400 S1_ENCODING", "/nonce"),
                    (try edited("nonce", .null), "400 S1_ENCODING", "/nonce"),
                    (try edited("commitment", .string("=")), "400 S1_ENCODING", "/commitment"),
                    (try edited("commitment", .array([])), "400 S1_ENCODING", "/commitment"),
                    (
                        try edited("interactionTypeUsed", .string("telepathy")), "400 FIELD_VALUE",
                        "/interactionTypeUsed"
                    ),
                    (try edited("interactionTypeUsed", .bool(true)), "400 FIELD_TYPE", "/interactionTypeUsed"),
                ]
                for (body, outcome, pointer) in cases {
                    let answer = try phone.send(.commit, body, session: id)
                    #expect(answer.outcome == outcome, "\(String(decoding: body, as: UTF8.self))")
                    #expect(answer.pointer == pointer, "\(String(decoding: body, as: UTF8.self))")
                    #expect(ErrorShape.problems(answer).isEmpty)
                }
                let large = try phone.send(.commit, [UInt8](repeating: 0x20, count: 70_000), session: id)
                #expect(large.status == 413)
                let deep = Array(String(repeating: "[", count: 40).utf8)
                #expect(try phone.send(.commit, deep, session: id).outcome == "400 JSON_INVALID")
                let other = try phone.send(.commit, s1, session: "not-a-uuid")
                #expect(other.outcome == "404 SESSION_NOT_FOUND")
                let upper = try phone.send(.commit, s1, session: id.uppercased())
                #expect(upper.outcome == "404 SESSION_NOT_FOUND")
                #expect(try world.attempts(id).isEmpty)
                #expect(try phone.send(.commit, s1, session: id).status == 200)
            }
        }
    }
}
