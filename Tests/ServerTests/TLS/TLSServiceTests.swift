import Crypto
import Foundation
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// The whole service with TLS: certificate from `setup` and from files, pins, reload.
@Suite struct TLSServiceTests {
    private static let read = """
        import base64, hashlib, json
        c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        c.check_hostname, c.verify_mode = False, ssl.CERT_NONE
        s = c.wrap_socket(raw())
        print(hashlib.sha256(s.getpeercert(True)).hexdigest())
        status, body = get(s, PATH)
        assert status == 200, (status, body)
        print(body.decode())
        """

    /// SHA-256 of the certificate that is served, and the body at a path.
    private func ask(_ server: TamgaServer, _ path: String) throws -> (certificate: String, body: JSONValue) {
        let port = try #require(server.addresses.tls).port
        let said = try OutsideClient.python(
            Self.read, variables: ["PORT": "\(port)", "CA": "None", "PATH": "'\(path)'"])
        let lines = said.split(separator: "\n", maxSplits: 1).map(String.init)
        return (lines[0], try JSONParser.parse(Array(lines[1].utf8)))
    }

    private func pin(_ body: JSONValue) -> String? {
        body["pins"]?.array?.first { $0["kind"]?.string == "tls" }?["spkiSha256"]?.string
    }

    @Test func thePairOfSetUpIsServedPinnedAndRenewedOnItsKey() throws {
        let service = try TestService(settings: ["TAMGA_LISTEN_TLS": "127.0.0.1:0"])
        let server = service.servers[0]
        let before = try ask(server, "/v3/pins")
        let pool = service.database.pool()
        defer { pool.close() }
        let stores = Stores(pool: pool)
        let deadline = StorageDeadline(milliseconds: 5_000)
        let der = try #require(try stores.service.certificate(name: "tls", deadline: deadline))
        #expect(before.certificate == Hex.encode(SHA256.hash(der)))
        let spki = SHA256.hash(try CertificateInspector.inspect(der).subjectPublicKeyInfo)
        #expect(pin(before.body) == Base64.encode(spki))
        // A phone believes the list: its signature covers the entry of TLS.
        let document = try PhoneClient(transport: service.transport()).pins()
        #expect(document.pins.map { $0.kind } == ["core", "tls"])

        let kek = try KeyEncryptionKeyFile.load(service.deployment.configuration().keyFile, random: SystemRandom())
        try Setup(stores: stores, kek: kek) { _ in }.renewTransportCertificate(nowSeconds: Int64(time(nil)))
        server.reloadCertificate()
        let after = try ask(server, "/v3/pins")
        #expect(after.certificate != before.certificate)
        #expect(pin(after.body) == pin(before.body))
        // The plain listener serves the same.
        let plain = try HTTPClient(baseURL: service.baseURL())
        #expect(try plain.send(method: "GET", path: "/pins").status == 200)
    }

    @Test func aFileThatChangesIsTakenUpAndADamagedOneIsNot() throws {
        let folder = NSTemporaryDirectory() + "tamga-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ pair: TLSPair) throws {
            try pair.certificatePEM.write(toFile: folder + "/c.pem", atomically: true, encoding: .utf8)
            try pair.keyPEM().write(toFile: folder + "/k.pem", atomically: true, encoding: .utf8)
        }
        let first = try TLSPair(), second = try TLSPair()
        try write(first)
        let settings = TLSSettings(
            listen: try #require(SocketAddress("127.0.0.1:0")),
            files: TLSSettings.Files(certificate: folder + "/c.pem", key: folder + "/k.pem"), clients: .notAsked)
        let database = try PostgresDatabase()
        let pool = database.pool()
        defer { pool.close() }
        let kek = try LocalKeyEncryptionKey(
            key: SecretBytes.random(count: 32, from: SystemRandom()), random: SystemRandom())
        let source = TLSSource(settings: settings, stores: Stores(pool: pool), kek: kek)
        let reload = try TLSReload(source, logger: .silent)
        func served() -> [UInt8] { reload.credentials.current.identity.certificates[0] }
        #expect(served() == first.certificate)
        let context = reload.credentials.current
        reload.check()
        #expect(reload.credentials.current === context)
        // Certificate and key are written one after the other: in between they do not fit.
        try second.certificatePEM.write(toFile: folder + "/c.pem", atomically: true, encoding: .utf8)
        reload.check()
        #expect(served() == first.certificate)
        try write(second)
        reload.check()
        #expect(served() == second.certificate)
        try "garbage".write(toFile: folder + "/c.pem", atomically: true, encoding: .utf8)
        reload.check()
        reload.reload()
        #expect(served() == second.certificate)
        #expect(reload.secondsLeft > 300 * 86_400)
    }

    @Test func addressesForPhonesAreThoseOfTLS() throws {
        let service = try TestService(settings: ["TAMGA_LISTEN_TLS": "127.0.0.1:0"])
        let client = try HTTPClient(baseURL: service.baseURL())
        let answer = try client.send(
            method: "POST", path: "/kyc/dan/init", headers: HTTPHeaders(["Content-Type": "application/json"]),
            body: Array(#"{"registrationNumber":"УХ00112233"}"#.utf8))
        let url = try #require(try JSONParser.parse(answer.body)["verificationUrl"]?.string)
        let address = try #require(service.servers[0].addresses.tls)
        #expect(url.hasPrefix("https://\(address)/v3/kyc/"))
    }
}
