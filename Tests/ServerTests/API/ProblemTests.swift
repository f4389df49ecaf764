import Testing
import Wire

@testable import Server

@Suite struct ProblemTests {
    private let id = RequestID()

    private func members(_ error: ServiceError, _ headers: HTTPHeaders = HTTPHeaders()) throws -> JSONFields {
        try JSONFields(JSONParser.parse(Problem(error, requestID: id, negotiation: .init(headers)).response.body))
    }

    @Test func theBodyHasTheMembersOfTheSpecification() throws {
        let error = ServiceError(.s1Encoding, pointer: "/nonce", expected: "32 bytes")
        let body = try members(error)
        #expect(
            body.object.members.map(\.name) == [
                "type", "title", "status", "detail", "instance", "error", "code", "errors",
            ])
        #expect(try body.string("type") == "about:blank")
        #expect(try body.string("title") == "Bad Request")
        #expect(try body.integer("status", in: 0...999) == 400)
        #expect(try body.string("detail") == body.string("error"))
        #expect(try body.string("instance") == "urn:uuid:\(id)")
        #expect(try body.string("code") == "S1_ENCODING")
        let item = try #require(try body.array("errors", count: 1...1).first).object()
        #expect(try item.string("pointer") == "/nonce")
        #expect(try item.string("code") == "S1_ENCODING")
        #expect(try item.string("detail").contains("32 bytes"))
    }

    @Test func theMediaTypeFollowsAccept() {
        func type(_ accept: String) -> String? {
            Problem(ServiceError(.notFound), requestID: id, negotiation: .init(HTTPHeaders(["Accept": accept])))
                .response.headers["Content-Type"]
        }
        #expect(type("application/json") == "application/json")
        #expect(type("*/*") == "application/json")
        #expect(type("application/json, application/problem+json;q=0.5") == "application/problem+json")
        #expect(type("application/problem+json;q=0") == "application/json")
    }

    @Test func theLanguageFollowsAcceptLanguage() throws {
        func detail(_ accept: String) throws -> String {
            try members(ServiceError(.sessionExpired), HTTPHeaders(["Accept-Language": accept])).string("detail")
        }
        #expect(try detail("mn") == Code.sessionExpired.text(.mn))
        #expect(try detail("mn-MN,en;q=0.8") == Code.sessionExpired.text(.mn))
        #expect(try detail("en;q=0.9, mn;q=0.95") == Code.sessionExpired.text(.mn))
        for other in ["", "de", "en, mn", "mn;q=0", "mn;q=x", ";;,,", "mn;q=0.5, *"] {
            #expect(try detail(other) == Code.sessionExpired.text(.en), "\(other)")
        }
    }

    @Test func retryAllowAndChallengeBecomeHeaders() {
        var refused = ServiceError(.methodNotAllowed)
        refused.allow = ["GET", "HEAD"]
        #expect(
            Problem(refused, requestID: id, negotiation: .init(HTTPHeaders())).response.headers["Allow"] == "GET, HEAD")
        let busy = ServiceError(.inProgress, retryAfterSeconds: 2)
        #expect(Problem(busy, requestID: id, negotiation: .init(HTTPHeaders())).response.headers["Retry-After"] == "2")
        let stranger = ServiceError(.unauthorized)
        #expect(
            Problem(stranger, requestID: id, negotiation: .init(HTTPHeaders())).response.headers["WWW-Authenticate"]
                != nil)
    }

    @Test func aFieldErrorKeepsItsPointerUnderAnotherOutcome() throws {
        let field = FieldError(code: FieldError.Code.length, pointer: "/slots/0/N", expected: "256 bytes")
        #expect(ServiceError(field).code == .fieldLength)
        let error = ServiceError(field, as: .nEncoding)
        #expect(error.code == .nEncoding)
        #expect(error.items == [.init(code: "FIELD_LENGTH", pointer: "/slots/0/N", expected: "256 bytes")])
    }

    @Test func theListOfErrorsIsBounded() throws {
        var error = ServiceError(.fieldValue)
        error.items = (0..<1_000).map { .init(code: "FIELD_VALUE", pointer: "/\($0)") }
        #expect(try members(error).array("errors", count: 0...1_000).count == Limits.reportedErrors)
    }
}
