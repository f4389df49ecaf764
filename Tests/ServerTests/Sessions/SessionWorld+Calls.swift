import Testing
import Wire

@testable import Server

extension SessionWorld {
    /// An answer as a test looks at it.
    struct Answer {
        let status: Int
        let json: JSONValue
        let response: HTTPResponse

        init(_ response: HTTPResponse) {
            self.response = response
            status = response.status
            json = (try? JSONParser.parse(response.body)) ?? .null
        }

        var code: String? { json["code"]?.string }
        /// Pointer of the first entry of `errors`.
        var pointer: String? { json["errors"]?.array?.first?["pointer"]?.string }
        /// Names of the members in their order.
        var members: [String] { json.object?.members.map(\.name) ?? [] }
    }

    static let loopback = IPAddress(v4: 0x7F00_0001)

    func context(milliseconds: Int = 20_000, from peer: IPAddress = SessionWorld.loopback) -> RequestContext {
        RequestContext(
            peer: peer, deadline: MonotonicTime.now().advanced(byMilliseconds: milliseconds))
    }

    func outcome(
        _ method: String, _ target: String, _ headers: HTTPHeaders, _ body: [UInt8] = [],
        from peer: IPAddress = SessionWorld.loopback
    ) -> HandlerOutcome {
        application.handle(
            HTTPRequest(method: method, target: target, headers: headers, body: body), context(from: peer))
    }

    /// The answer of a call that must not park. Whatever it is, the interface's own description has to know it.
    func call(
        _ method: String, _ target: String, _ headers: HTTPHeaders, _ body: [UInt8] = [],
        from peer: IPAddress = SessionWorld.loopback
    ) throws -> Answer {
        guard case .respond(let response) = outcome(method, target, headers, body, from: peer) else {
            throw Unexpected()
        }
        for error in OpenAPISchema.shared.errors(method, target, response) ?? [] { Issue.record("openapi: \(error)") }
        return Answer(response)
    }

    /// Whether the ticket was woken; no other one may have its key.
    func hasWoken(_ ticket: WaitTicket) -> Bool { !registry.keys.contains(ticket.key) }

    // MARK: Relying party

    func post(_ path: String, _ body: JSONValue, secret: String? = nil) throws -> Answer {
        try call(
            "POST", "/v3" + path,
            ["Authorization": "Bearer " + (secret ?? self.secret), "Content-Type": "application/json"], body.bytes)
    }

    func get(_ path: String, secret: String? = nil) throws -> Answer {
        try call("GET", "/v3" + path, ["Authorization": "Bearer " + (secret ?? self.secret)])
    }

    /// A request of this world's party.
    func body(_ flow: SessionFlow, _ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
        RequestBody.make(flow) { object in
            object["relyingPartyUUID"] = .string(partyId)
            change(&object)
        }
    }

    /// Opens a session for the world's citizen and gives its id.
    func open(_ flow: SessionFlow, _ change: (inout JSONObject) -> Void = { _ in }) throws -> String {
        let path = flow == .authentication ? "/authentication" : "/signature"
        let answer = try post(path + "/notification/etsi/PNOMN-12345678", body(flow, change))
        guard answer.status == 200, let id = answer.json["sessionID"]?.string else { throw Unexpected() }
        return id
    }

    // MARK: Phone

    func phoneGet(_ path: String, _ phone: Phone) throws -> Answer {
        try call("GET", "/v3/mobile" + path, ["X-Device-Token": phone.token])
    }

    func refuse(_ id: String, _ body: JSONValue, _ phone: Phone) throws -> Answer {
        try call(
            "POST", "/v3/mobile/session/\(id)/refuse",
            ["X-Device-Token": phone.token, "Content-Type": "application/json"], body.bytes)
    }
}
