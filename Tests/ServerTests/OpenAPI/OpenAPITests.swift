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

    @Test func theServerServesIt() throws {
        let world = try SessionWorld()
        let answer = try world.call("GET", "/v3/openapi.json", HTTPHeaders())
        #expect(answer.status == 200 && answer.response.headers["Content-Type"] == "application/json")
        #expect(answer.response.body == OpenAPIDocument.bytes)
    }
}
