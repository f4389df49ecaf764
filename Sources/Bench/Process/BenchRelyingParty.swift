import Crypto
import Wire

/// A relying party that has digests signed (rp-api §3.3, §4).
final class BenchRelyingParty {
    let id: String
    private let client: HTTPClient
    private let secret: String
    private let random = SystemRandom()

    /// - Parameter registration: what `tamga rp add --json` printed
    init(registration: [UInt8], baseURL: String) throws(BenchError) {
        guard let value = try? JSONParser.parse(registration), let id = value["relyingPartyUUID"]?.string,
            let secret = value["secret"]?.string, let client = try? HTTPClient(baseURL: baseURL)
        else { throw BenchError("no relying party: \(String(decoding: registration, as: UTF8.self))") }
        self.id = id
        self.secret = secret
        self.client = client
    }

    /// SHA-256 of its secret: how the database knows it.
    var secretHash: [UInt8] { SHA256.hash(Array(secret.utf8)) }

    /// Asks for a signature.
    /// - Returns: the session's id
    func open(documentNumber: String) throws(BenchError) -> String {
        let request = start(documentNumber: documentNumber)
        guard let session = try send("POST", request.path, request.body)["sessionID"]?.string else {
            throw BenchError("no session")
        }
        return session
    }

    /// The request for a signature with a document's key.
    func start(documentNumber: String) -> LoadRequest {
        LoadRequest(
            "POST", "/v3/signature/notification/document/\(PercentCoding.encode(documentNumber))", secret: secret,
            body: request("RAW_DIGEST_SIGNATURE", "digest", text: "Sign"))
    }

    /// Fetches the result of a session that has ended.
    func result(of session: String) throws(BenchError) {
        let answer = try send("GET", "/v3/session/\(session)?timeoutMs=1000", nil)
        guard answer["state"]?.string == "COMPLETE", answer["result"]?["endResult"]?.string == "OK" else {
            throw BenchError("the session did not end well")
        }
    }

    /// The request for a log-in by device link, of nobody in particular.
    func link() -> LoadRequest {
        LoadRequest(
            "POST", "/v3/authentication/device-link/anonymous", secret: secret,
            body: request("ACSP_V2", "rpChallenge", text: "Log in"))
    }

    /// The body of a start.
    /// - Parameters:
    ///   - member: gets 32 random bytes
    ///   - text: on the phone's screen
    private func request(_ signatureProtocol: String, _ member: String, text: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        bytes.withUnsafeMutableBytes { random.fill($0) }
        var writer = JSONWriter()
        writer.object { w in
            w.member("relyingPartyUUID", id)
            w.member("relyingPartyName", Self.name)
            w.member("signatureProtocol", signatureProtocol)
            w.memberObject("signatureProtocolParameters") { w in
                w.member(member, base64: bytes)
                w.member("signatureAlgorithm", "ecdsa-with-SHA256")
                w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
            }
            w.member("interactions", Self.interactions(text))
        }
        return writer.bytes
    }

    /// What a phone shows, as requests carry it.
    static func interactions(_ text: String) -> String {
        Base64.encode(Array(#"[{"type":"displayTextAndPIN","displayText60":"\#(text)"}]"#.utf8))
    }

    /// The name under which it is registered and by which it calls itself.
    static let name = "bench"

    /// The poll for a session, as long as the server permits.
    func poll(_ session: String) -> LoadRequest {
        LoadRequest("GET", Self.path(session), secret: secret)
    }

    /// Where a session is read.
    static func path(_ session: String) -> String { "/v3/session/\(session)?timeoutMs=120000" }

    /// The request that ends a session.
    func cancellation(_ session: String) -> LoadRequest {
        LoadRequest("DELETE", "/v3/session/\(session)", secret: secret)
    }

    /// The id in the answer to the start of a session.
    static func session(in response: HTTPResponse) throws(BenchError) -> String {
        guard response.status == 200, let id = (try? JSONParser.parse(response.body))?["sessionID"]?.string else {
            throw BenchError("no session: \(response.status) \(String(decoding: response.body, as: UTF8.self))")
        }
        return id
    }

    private func send(_ method: String, _ path: String, _ body: [UInt8]?) throws(BenchError) -> JSONValue {
        var headers: HTTPHeaders = ["Authorization": "Bearer \(secret)"]
        if body != nil { headers.add("Content-Type", "application/json") }
        let response: HTTPResponse
        do { response = try client.send(method: method, path: path, headers: headers, body: body) } catch {
            throw BenchError("\(path): \(error)")
        }
        guard response.status == 200, let value = try? JSONParser.parse(response.body) else {
            throw BenchError("\(path): \(response.status) \(String(decoding: response.body, as: UTF8.self))")
        }
        return value
    }
}
