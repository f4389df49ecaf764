import Testing
import Wire

@testable import Server

@Suite struct RouterTests {
    private func route(_ method: String, _ template: String) -> Route {
        Route(method, template) { _ throws(ServiceError) in .respond(HTTPResponse(status: 200)) }
    }

    private func router() throws -> Router {
        try Router(
            prefix: "v3",
            [
                route("GET", "/session/{id}"), route("POST", "/session/{id}/refuse"), route("GET", "/session/list"),
                route("PUT", "/push-token"), route("GET", "/"), route("DELETE", "/session/{id}"),
                route("GET", "/a/{x}/c"), route("GET", "/a/b"),
            ])
    }

    /// The template and the parameters, or the code of the refusal.
    private func answer(_ method: String, _ path: String) throws -> (String, [String: String]) {
        switch try router().match(method: method, rawPath: path) {
        case .route(let route, let parameters): (route.template, parameters)
        case .refused(let error): (error.code.rawValue, ["allow": error.allow.joined(separator: ",")])
        }
    }

    @Test func pathsAnswerWithAndWithoutThePrefix() throws {
        for path in ["/session/7", "/v3/session/7"] {
            let (template, parameters) = try answer("GET", path)
            #expect(template == "/session/{id}")
            #expect(parameters == ["id": "7"])
        }
        #expect(try answer("GET", "/v3/v3/session/7").0 == "NOT_FOUND")
        #expect(try answer("GET", "/").0 == "/")
        #expect(try answer("GET", "/v3/").0 == "/")
        #expect(try answer("GET", "/v3").0 == "NOT_FOUND")
    }

    @Test func aLiteralWinsAndAParameterIsTriedAfterIt() throws {
        #expect(try answer("GET", "/session/list").0 == "/session/list")
        #expect(try answer("GET", "/a/b/c").0 == "/a/{x}/c")
        #expect(try answer("GET", "/a/b").0 == "/a/b")
    }

    @Test func unknownPathsAreNotFound() throws {
        for path in [
            "/nothing", "/session", "/session/", "/session/7/", "/session//refuse", "//session/7", "/SESSION/7",
            "/sess%69on/7", "/push-token/", "", "*", "session/7", String(repeating: "/x", count: 5_000),
        ] {
            #expect(try answer("GET", path).0 == "NOT_FOUND", "\(path.prefix(40))")
        }
    }

    @Test func aWrongMethodIsToldTheRightOnes() throws {
        #expect(try answer("POST", "/session/7") == ("METHOD_NOT_ALLOWED", ["allow": "DELETE,GET,HEAD"]))
        #expect(try answer("GET", "/v3/push-token") == ("METHOD_NOT_ALLOWED", ["allow": "PUT"]))
        #expect(try answer("HEAD", "/push-token").0 == "METHOD_NOT_ALLOWED")
        #expect(try answer("HEAD", "/session/7").0 == "/session/{id}")
        #expect(try answer("get", "/session/7").0 == "METHOD_NOT_ALLOWED")
    }

    @Test func parametersAreDecodedStrictly() throws {
        #expect(try answer("GET", "/session/PNOMN-%D0%9C%D0%90").1 == ["id": "PNOMN-МА"])
        #expect(try answer("GET", "/session/a%2Fb").1 == ["id": "a/b"])
        for wrong in ["%", "%4", "%zz", "%FF", "%C0%AF", "%00"] {
            #expect(try answer("GET", "/session/\(wrong)").0 == "PATH_INVALID", "\(wrong)")
        }
    }

    @Test func contradictionsAreFoundAtStart() {
        #expect(throws: Router.Conflict.self) { try Router([route("GET", "/a"), route("GET", "/a")]) }
        #expect(throws: Router.Conflict.self) { try Router([route("GET", "/{a}/x"), route("GET", "/{b}/y")]) }
        #expect(throws: Router.Conflict.self) { try Router([route("GET", "a")]) }
    }
}
