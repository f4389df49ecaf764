import ServerTestSupport
import Testing
import Wire

@testable import Server

/// The document against the router, and against itself.
@Suite struct OpenAPITests {
    private let schema = OpenAPISchema.shared
    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private var operations: [(method: String, path: String, value: JSONValue)] {
        (schema.document["paths"]?.object?.members ?? []).flatMap { path in
            (path.value.object?.members ?? []).filter { Self.methods.contains($0.name) }.map {
                ($0.name, path.name, $0.value)
            }
        }
    }

    @Test func everyRouteIsDescribedAndEveryPathIsRouted() throws {
        let service = try TestService()
        let routed = Set(service.servers[0].apiRoutes.map { "\($0.method) \($0.template)" })
        let described = Set(operations.map { "\($0.method.uppercased()) \($0.path)" })
        #expect(routed.subtracting(described) == [], "routed but not described")
        #expect(described.subtracting(routed) == [], "described but not routed")
        #expect(routed.count > 30)
    }

    @Test func everyReferenceResolves() {
        func check(_ value: JSONValue, _ pointer: String) {
            if value["$ref"] != nil { #expect(schema.resolved(value) != .null, "\(pointer)") }
            for member in value.object?.members ?? [] { check(member.value, pointer + "/" + member.name) }
            for (index, element) in (value.array ?? []).enumerated() { check(element, "\(pointer)/\(index)") }
        }
        #expect(schema.document["openapi"]?.string == "3.1.0")
        check(schema.document, "")
    }

    @Test func everyOperationIsComplete() {
        let ids = operations.compactMap { $0.value["operationId"]?.string }
        #expect(Set(ids).count == operations.count)
        for (method, path, value) in operations {
            let name = "\(method) \(path)"
            #expect(value["summary"]?.string != nil, "\(name): summary")
            #expect(value["security"]?.array != nil, "\(name): security")
            #expect(value["responses"]?["200"] != nil, "\(name): 200")
            let shared = schema.document["paths"]?[path]?["parameters"]?.array ?? []
            let parameters = (shared + (value["parameters"]?.array ?? [])).map(schema.resolved)
            let named = Set(parameters.filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string })
            let wanted = Set(
                path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) })
            #expect(named == wanted, "\(name): path parameters")
        }
    }

    /// Every refusal has its status and the one shape; nothing stands for all that was forgotten. That of a request
    /// which is not attested has a header field besides. Two documents answer nothing but themselves.
    @Test func everyRefusalIsDescribedByItsStatus() {
        let notAttested = schema.document["components"]?["responses"]?["notAttested"]
        for (method, path, value) in operations where !["/openapi.json", "/dl"].contains(path) {
            let answers = value["responses"]?.object?.members ?? []
            #expect(value["responses"]?["default"] == nil, "\(method) \(path)")
            let refusals = answers.filter { !["200", "304"].contains($0.name) }
            let problem = schema.document["components"]?["responses"]?["problem"]
            for (status, answer) in refusals.map({ ($0.name, schema.resolved($0.value)) }) {
                let isOne = answer == problem || (status == "401" && answer == notAttested)
                #expect(isOne, "\(method) \(path) \(status)")
            }
            for status in ["400", "404", "500", "503"] {
                #expect(value["responses"]?[status] != nil, "\(method) \(path) \(status)")
            }
        }
    }

    /// An answer whose status is not described is found by the calls of all tests.
    @Test func anUndescribedStatusIsAnError() {
        let answer = HTTPResponse(
            status: 418, headers: ["Content-Type": "application/json"], body: Array(#"{"code":"TEAPOT"}"#.utf8))
        #expect(schema.errors("GET", "/v3/pins", answer) == ["GET /pins 418 : no schema"])
    }

    /// A link of an answer names an operation and parameters that it has.
    @Test func everyLinkLeadsToAnOperation() {
        var links = 0
        for response in schema.document["components"]?["responses"]?.object?.members ?? [] {
            for link in response.value["links"]?.object?.members ?? [] {
                links += 1
                let target = operations.first { $0.value["operationId"] == link.value["operationId"] }
                let taken = link.value["parameters"]?.object?.members.map(\.name) ?? []
                #expect(!taken.isEmpty && taken.allSatisfy { target?.path.contains("{\($0)}") == true })
            }
        }
        #expect(links == 6)
    }

    /// Every end result that this service can store is described.
    @Test func everyEndResultIsDescribed() {
        let described = schema.document["components"]?["schemas"]?["EndResult"]?["enum"]?.array?.compactMap(\.string)
        let ours = RefusalReason.allCases.map(\.rawValue) + ["OK", "TIMEOUT", "PROTOCOL_FAILURE", "DOCUMENT_UNUSABLE"]
        #expect(Set(ours).subtracting(described ?? []) == [])
    }

    /// The example of a request opens a session, or fails only at who is asked.
    @Test func everyExampleIsARequest() throws {
        for start in SessionStart.all {
            let operation = schema.document["paths"]?[start.template]?["post"]
            let body = schema.resolved(operation?["requestBody"] ?? .null)
            let example = try #require(body["content"]?["application/json"]?["example"], "\(start.template)")
            _ = try SessionRequestDecoder.decode(JSONFields(example), for: start)
        }
    }

    /// The flat bodies that the decoder takes have no member that the document does not know.
    @Test func flatBodiesAreDescribed() throws {
        for (name, flow) in [
            ("FlatAuthenticationRequest", SessionFlow.authentication), ("FlatSignatureRequest", .signature),
        ] {
            let described = try #require(schema.document["components"]?["schemas"]?[name])
            var body: JSONObject = [
                "relyingPartyUUID": .string(RequestBody.party), "relyingPartyName": "DEMO",
                "certificateLevel": "ADVANCED", "signatureProtocol": "ACSP_V2",
                "interactions": .array([.object(["type": "displayTextAndPIN", "displayText60": "x"])]),
            ]
            if flow == .authentication {
                body["rpChallenge"] = .string(RequestBody.challenge)
            } else {
                body["digest"] = .string(RequestBody.digest)
                body["hashType"] = "SHA256"
            }
            let value = JSONValue.object(body)
            #expect(schema.errors(value, described) == [], "\(name)")
            let start = try #require(SessionStart.all.first { $0.flow == flow && $0.hasFlatDialect })
            #expect(FlatRequestDecoder.isFlat(try JSONFields(value)))
            _ = try FlatRequestDecoder.decode(JSONFields(value), raw: value.bytes, for: start)
            let operation = schema.document["paths"]?[start.template]?["post"]?["requestBody"] ?? .null
            let choices = schema.resolved(operation)["content"]?["application/json"]?["schema"]?["oneOf"]?.array
            #expect(choices?.contains(["$ref": .string("#/components/schemas/\(name)")]) == true)
        }
    }

    @Test func theServerServesIt() throws {
        let world = try SessionWorld()
        let answer = try world.call("GET", "/v3/openapi.json", HTTPHeaders())
        #expect(answer.status == 200 && answer.response.headers["Content-Type"] == "application/json")
        #expect(answer.response.body == OpenAPIDocument.bytes)
    }
}
