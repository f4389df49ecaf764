import Phone
import Synchronization
import Testing
import Wire

@Suite struct ClientTests {
    /// Answers everything with one response and keeps the request.
    final class OneAnswer: Transport {
        let response: HTTPResponse
        let request = Mutex<PhoneRequest?>(nil)

        init(_ status: Int, _ body: String, headers: HTTPHeaders = HTTPHeaders()) {
            response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        }

        func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
            self.request.withLock { $0 = request }
            return response
        }
    }

    @Test func readsProblems() {
        let body = #"{"status":400,"code":"S1_ENCODING","detail":"no","errors":[{"code":"X","pointer":"/nonce"}]}"#
        let transport = OneAnswer(400, body, headers: ["Retry-After": "7", "X-Request-ID": "r-1"])
        let error = failure { _ = try PhoneClient(transport: transport).pins() }
        #expect(
            error
                == .server(
                    ServerProblem(
                        status: 400, code: "S1_ENCODING", detail: "no", retryAfterSeconds: 7, requestId: "r-1",
                        pointers: ["/nonce"])))
    }

    @Test func namesWhatAProxySays() {
        let error = failure { _ = try PhoneClient(transport: OneAnswer(502, "<html>")).kycMethods() }
        #expect(error?.code == "HTTP_502")
        #expect(failure { _ = try PhoneClient(transport: OneAnswer(200, "[]")).pins() }?.code == "RESPONSE_ENCODING")
    }

    /// The token goes to the device's own paths and to no other.
    @Test func sendsTheTokenWhereItBelongs() throws {
        let transport = OneAnswer(200, #"{"sessions":[],"methods":[],"ratchetMatches":true}"#)
        let client = PhoneClient(transport: transport, deviceToken: "token")
        _ = try client.kycMethods()
        #expect(transport.request.withLock { $0?.headers["X-Device-Token"] } == nil)
        _ = try client.pending(documentNumber: "a/b", timeoutMilliseconds: 5_000)
        let request = transport.request.withLock { $0 }
        #expect(request?.headers["X-Device-Token"] == "token")
        #expect(request?.path == "/v3/mobile/pending/a%2Fb?timeoutMs=5000")
        #expect(request?.timeoutMilliseconds == 15_000)
        #expect(try client.ratchetMatches(slot: "SIGN", hash: [255]))
        #expect(transport.request.withLock { $0?.path } == "/v3/device-status?slot=SIGN&ratchetHash=_w")
    }

    @Test func readsTheIdentityProofing() throws {
        let client = PhoneClient(transport: FakeServer(try FakeWorld.make()))
        #expect(try client.kycMethods().map(\.id) == ["dan"])
        let start = try client.kycInit(registrationNumber: "УХ00112233")
        #expect(start.state == "dev-state" && start.expiresIn == 600)
        #expect(try client.kycStatus(state: start.state).latinName == LatinName(givenName: "BAT", surname: "DORJ"))
    }

    @Test(arguments: ["http://127.0.0.1:1", "http://127.0.0.1:1/", "http://127.0.0.1:1/v3", "http://127.0.0.1:1/v3/"])
    func takesABaseURLWithOrWithoutTheVersion(url: String) throws {
        // Nobody listens there: what matters is that the URL is taken and the failure is the transport's.
        let client = PhoneClient(transport: try HTTPTransport(baseURL: url))
        #expect(failure { _ = try client.pins() }?.code == "TRANSPORT")
    }
}
