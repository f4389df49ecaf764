import Phone
import Wire

/// Single steps of a signing run, for tests that send what an honest phone would not.
extension TestPhone {
    /// Runs the honest phone up to a round and gives that round's body, which has not been sent.
    ///
    /// The state is as after a phone that was stopped in that moment: called again for a later round, it goes on.
    public func body(
        of round: SigningRound, session: String, through transport: (any Transport)? = nil, confirmVc: String? = nil
    ) throws -> [UInt8] {
        let stop = StoppingTransport(transport ?? self.transport, before: "/sign/\(round.rawValue)")
        do {
            _ = try approver(stop).approve(session, pins: pins, confirmVc: confirmVc)
        } catch {
            if let body = stop.held { return body }
            throw error
        }
        throw TestFailure("the phone never came to \(round.rawValue)")
    }

    /// Sends bytes as a round of a session, with this phone's token.
    public func send(
        _ round: SigningRound, _ body: [UInt8], session: String, through transport: (any Transport)? = nil
    ) throws -> HTTPResponse {
        try post("/v3/mobile/session/\(session)/sign/\(round.rawValue)", body, through: transport)
    }

    public func post(
        _ path: String, _ body: [UInt8], through transport: (any Transport)? = nil
    ) throws -> HTTPResponse {
        try (transport ?? self.transport).send(
            PhoneRequest(
                method: "POST", path: path,
                headers: [
                    "Content-Type": "application/json", "X-Device-Token": try registry.registration().deviceToken,
                ], body: body))
    }

    public func get(_ path: String, through transport: (any Transport)? = nil) throws -> HTTPResponse {
        try (transport ?? self.transport).send(
            PhoneRequest(
                method: "GET", path: path, headers: ["X-Device-Token": try registry.registration().deviceToken]))
    }

    /// Forgets a run that was left open and the tokens that it drew, as if the citizen had restored the phone from a
    /// moment before. The server's state is as it is.
    public func restore(_ state: PhoneState) throws {
        try registry.update { $0 = state }
    }
}

extension HTTPResponse {
    /// The body as JSON; null when it is none.
    public var json: JSONValue { (try? JSONParser.parse(body)) ?? .null }
    /// The stable code of an error.
    public var code: String? { json["code"]?.string }
    /// Status and code in one line, for expectations: `409 SIGNING_RESTART`, `200`.
    public var outcome: String { code.map { "\(status) \($0)" } ?? "\(status)" }
    /// The code of an error's first item.
    public var firstItem: String? { json["errors"]?.array?.first?["code"]?.string }
    /// The first JSON pointer of an error.
    public var pointer: String? { json["errors"]?.array?.first?["pointer"]?.string }
}
