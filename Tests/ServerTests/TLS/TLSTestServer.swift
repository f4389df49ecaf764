import Crypto
import Foundation
import Synchronization
import Wire

@testable import Server

/// A server with TLS and a fresh self-signed certificate for `localhost` and `127.0.0.1`, and a folder for what its
/// outside clients need.
final class TLSTestServer: Sendable {
    let test: TestServer
    let credentials: TLSCredentials
    let folder: String
    let failures = FailureLog()

    var port: UInt16 { test.port }
    var counters: TransportCounters.Snapshot { test.server.counters.snapshot }
    /// The certificate that clients trust.
    var certificateFile: String { folder + "/server.pem" }

    init(
        clients: ClientCertificates = .none, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (HTTPRequest, RequestContext) -> HandlerOutcome
    ) throws {
        folder = NSTemporaryDirectory() + "tamga-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pair = try TLSPair()
        try pair.certificatePEM.write(toFile: folder + "/server.pem", atomically: true, encoding: .utf8)
        let credentials = TLSCredentials(try TLSContext(pair.identity(), clients: clients))
        self.credentials = credentials
        let failures = self.failures
        test = try TestServer(
            configure: { configuration in
                configuration.tls = credentials
                configure(&configuration)
            }, handler: NotingHandler(inner: ClosureHandler(body: body), failures: failures))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs a Python program that has `PORT`, `CA` and the functions of `OutsideClient.prelude`.
    @discardableResult
    func python(_ program: String) throws -> String {
        try OutsideClient.python(program, variables: ["PORT": "\(port)", "CA": "'\(certificateFile)'"])
    }
}

/// What the transport says about failed handshakes.
final class FailureLog: Sendable {
    private let seen = Mutex<[TLSFailure]>([])

    var all: [TLSFailure] { seen.withLock { $0 } }

    func add(_ failure: TLSFailure) { seen.withLock { $0.append(failure) } }
}

private struct NotingHandler: RequestHandler {
    let inner: ClosureHandler
    let failures: FailureLog

    func handle(_ request: HTTPRequest, _ context: RequestContext) -> HandlerOutcome { inner.handle(request, context) }
    func refuse(_ refusal: TransportRefusal, _ context: RequestContext) -> HTTPResponse {
        inner.refuse(refusal, context)
    }
    func bodyLimit(method: String, rawPath: String) -> Int { 1_024 * 1_024 }
    func handshakeFailed(_ failure: TLSFailure, _ context: RequestContext) { failures.add(failure) }
}

/// A fresh key with its self-signed certificate.
struct TLSPair {
    let key: P256SigningKey
    let certificate: [UInt8]

    var certificatePEM: String { PEM.encode(certificate) }

    init(names: [ServerCertificate.Name] = [.host("localhost"), .address([127, 0, 0, 1], text: "127.0.0.1")]) throws {
        key = try P256SigningKey.generate(random: SystemRandom())
        certificate = try ServerCertificate.selfSigned(
            key: key, names: names, notBefore: Int64(Date().timeIntervalSince1970) - 300, random: SystemRandom())
    }

    func identity() throws -> TLSIdentity {
        let pkcs8 = try key.pkcs8()
        return try TLSIdentity(certificates: [certificate], key: TLSPrivateKey(pkcs8: pkcs8))
    }

    /// The key as a PEM file holds it.
    func keyPEM() throws -> String {
        let pkcs8 = try key.pkcs8()
        let text = pkcs8.withUnsafeBytes { Data($0).base64EncodedString(options: .lineLength64Characters) }
        return "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
    }
}
