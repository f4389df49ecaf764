import Wire

/// The phone's side of the API (mobile-api §3 to §7), one call a method. It keeps no state and decides nothing: what a
/// message means is for `Enroller` and `Approver`.
///
/// Every method throws `PhoneError`: `.transport` without a response, `.server` for a refusal, `.check` with
/// `RESPONSE_ENCODING` when a response is not what the API promises.
public struct PhoneClient: Sendable {
    public let transport: any Transport
    /// Sent as X-Device-Token to every `/v3/mobile/*` path.
    public let deviceToken: String?

    public init(transport: any Transport, deviceToken: String? = nil) {
        self.transport = transport
        self.deviceToken = deviceToken
    }

    /// The longest poll that the server grants, in milliseconds (rp-api §4).
    public static let longestPollMilliseconds = 120_000
    /// A long poll's answer may come this much after its time.
    private static let pollSlackMilliseconds = 10_000

    // MARK: Identity proofing

    /// The ways to prove who the citizen is.
    public func kycMethods() throws(PhoneError) -> [KYCMethod] {
        let answer = try get("/v3/kyc/methods")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            try answer.array("methods", count: 0...32).mapTyped { (item) throws(FieldError) in
                try KYCMethod(item.object())
            }
        }
    }

    /// Starts an identity proofing.
    /// - Parameters:
    ///   - method: a path segment of `kycMethods`, such as `dan`
    ///   - registrationNumber: two Cyrillic capitals and eight digits
    public func kycInit(method: String = "dan", registrationNumber: String) throws(PhoneError) -> KYCStart {
        var body = JSONWriter()
        body.object { $0.member("registrationNumber", registrationNumber) }
        let answer = try post("/v3/kyc/\(PercentCoding.encode(method))/init", body.bytes)
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in try KYCStart(answer) }
    }

    /// How a started one stands.
    /// - Parameter state: of `kycInit`
    public func kycStatus(method: String = "dan", state: String) throws(PhoneError) -> KYCStatus {
        let query = PercentCoding.encode(state)
        let answer = try get("/v3/kyc/\(PercentCoding.encode(method))/status?state=\(query)")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in try KYCStatus(answer) }
    }

    // MARK: Enrolment

    /// The ring-Pedersen set of a suite; nothing in it is believed before `ServiceTrust` has checked it.
    public func enrollmentParameters(suite: UInt64) throws(PhoneError) -> EnrollmentParameters {
        let answer = try get("/v3/enrollment/parameters?suite=\(suite)")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            try EnrollmentParameters(answer)
        }
    }

    /// The keys in use and next; the signature is not verified here.
    public func pins() throws(PhoneError) -> PinDocument {
        let answer = try get("/v3/pins")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in try PinDocument(answer) }
    }

    /// K1 → K2.
    /// - Parameter body: of `EnrolmentMessages.initBody`
    public func enrollmentInit(_ body: [UInt8]) throws(PhoneError) -> JSONFields {
        try post("/v3/enrollment/init", body)
    }

    /// K3 → K4. The same bytes may be sent again when the answer was lost.
    public func enrollmentComplete(_ body: [UInt8]) throws(PhoneError) -> JSONFields {
        try post("/v3/enrollment/complete", body, timeoutMilliseconds: 60_000)
    }

    // MARK: Refresh

    /// F1 → F2.
    func refreshInit(_ body: [UInt8]) throws(PhoneError) -> JSONFields {
        try post("/v3/mobile/refresh/init", body)
    }

    /// F3. The same bytes may be sent again when the answer was lost.
    func refreshComplete(_ body: [UInt8]) throws(PhoneError) -> JSONFields {
        try post("/v3/mobile/refresh/complete", body, timeoutMilliseconds: 60_000)
    }

    /// How this phone and its keys stand with the server.
    public func deviceStatus() throws(PhoneError) -> DeviceStatus {
        let answer = try get("/v3/device-status")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in try DeviceStatus(answer) }
    }

    // MARK: Sessions

    /// The sessions that wait for a document.
    /// - Parameter timeoutMilliseconds: waits so long for one to come; nil answers at once
    public func pending(
        documentNumber: String, timeoutMilliseconds: Int? = nil
    ) throws(PhoneError) -> [SessionSummary] {
        let wait = timeoutMilliseconds.map { min(max($0, 0), Self.longestPollMilliseconds) }
        let query = wait.map { "?timeoutMs=\($0)" } ?? ""
        let answer = try get(
            "/v3/mobile/pending/\(PercentCoding.encode(documentNumber))\(query)",
            timeoutMilliseconds: (wait ?? 20_000) + Self.pollSlackMilliseconds)
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            try answer.array("sessions", count: 0...1_000).mapTyped { (item) throws(FieldError) in
                try SessionSummary(item.object())
            }
        }
    }

    /// The history of this document, newest first.
    public func activity(
        documentNumber: String, limit: Int = 20, offset: Int = 0
    ) throws(PhoneError) -> [ActivityEntry] {
        let path = "/v3/mobile/activity/\(PercentCoding.encode(documentNumber))?limit=\(limit)&offset=\(offset)"
        let answer = try get(path)
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            let name = answer.object["sessions"] == nil ? "activity" : "sessions"
            return try answer.array(name, count: 0...1_000).mapTyped { (item) throws(FieldError) in
                try ActivityEntry(item.object())
            }
        }
    }

    /// Everything that the phone needs to compute the message by itself.
    public func session(_ id: String) throws(PhoneError) -> SessionDetails {
        let answer = try get("/v3/mobile/session/\(PercentCoding.encode(id))")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in try SessionDetails(answer) }
    }

    /// Shows a device link to the server, which verifies it and makes the session this document's.
    public func openDeviceLink(_ link: String) throws(PhoneError) -> SessionDetails {
        var body = JSONWriter()
        body.object { $0.member("link", link) }
        let answer = try post("/v3/mobile/device-link", body.bytes)
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in try SessionDetails(answer) }
    }

    /// Lets the relying party of a choice of certificate have this document's.
    public func chooseCertificate(_ id: String) throws(PhoneError) {
        _ = try post("/v3/mobile/session/\(PercentCoding.encode(id))/certificate-choice", Array("{}".utf8))
    }

    /// Declines a session.
    public func refuse(_ id: String, reason: RefusalReason) throws(PhoneError) {
        var body = JSONWriter()
        body.object { $0.member("reason", reason.rawValue) }
        _ = try post("/v3/mobile/session/\(PercentCoding.encode(id))/refuse", body.bytes)
    }

    /// Whether the server's ratchet is this hash (wire appendix §10): for a phone whose candidate list is full.
    public func ratchetMatches(slot: String, hash: [UInt8]) throws(PhoneError) -> Bool {
        let answer = try get("/v3/device-status?slot=\(slot)&ratchetHash=\(Base64URL.encode(hash))")
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            try answer.bool("ratchetMatches")
        }
    }

    // MARK: Signing

    /// One of the three rounds. The same bytes may be sent again when the answer was lost.
    /// - Parameter body: of `SigningMessages`
    public func sign(_ round: SigningRound, session id: String, body: [UInt8]) throws(PhoneError) -> [UInt8] {
        try exchange(
            PhoneRequest(
                method: "POST", path: "/v3/mobile/session/\(PercentCoding.encode(id))/sign/\(round.rawValue)",
                body: body))
    }

    // MARK: One exchange

    func get(_ path: String, timeoutMilliseconds: Int = 30_000) throws(PhoneError) -> JSONFields {
        try Self.fields(
            exchange(PhoneRequest(method: "GET", path: path, timeoutMilliseconds: timeoutMilliseconds)))
    }

    func post(
        _ path: String, _ body: [UInt8], timeoutMilliseconds: Int = 30_000
    ) throws(PhoneError) -> JSONFields {
        let request = PhoneRequest(
            method: "POST", path: path, body: body, timeoutMilliseconds: timeoutMilliseconds)
        return try Self.fields(exchange(request))
    }

    /// The body of a success.
    func exchange(_ request: PhoneRequest) throws(PhoneError) -> [UInt8] {
        var request = request
        request.headers.set("Accept", "application/json")
        if request.body != nil { request.headers.set("Content-Type", "application/json") }
        if let deviceToken, Self.wantsToken(request.path) { request.headers.set("X-Device-Token", deviceToken) }
        let response: HTTPResponse
        do { response = try transport.send(request) } catch { throw .transport(error) }
        guard (200...299).contains(response.status) else { throw .server(ServerProblem(response)) }
        return response.body
    }

    private static func wantsToken(_ path: String) -> Bool {
        path.hasPrefix("/v3/mobile/") || path.hasPrefix("/v3/device-status")
    }

    /// The members of a JSON body.
    /// - Parameter code: what a body is called that is no JSON object
    static func fields(_ body: [UInt8], code: String = "RESPONSE_ENCODING") throws(PhoneError) -> JSONFields {
        let value: JSONValue
        do { value = try JSONParser.parse(body) } catch {
            throw .check(code: code, reason: "not JSON: \(error.reason.rawValue)")
        }
        return try PhoneError.reading(code) { () throws(FieldError) in try JSONFields(value) }
    }
}
