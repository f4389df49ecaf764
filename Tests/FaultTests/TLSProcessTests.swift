import Foundation
import ServerTestSupport
import TestSupport
import Testing

/// TLS of a real `tamga serve`, with curl and the command line of OpenSSL as clients.
@Suite struct TLSProcessTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "tamga-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func shell(_ command: String) throws -> String {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func makePair() throws {
        _ = try shell(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k.pem -out c.pem "
                + "-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1,DNS:localhost -days 90")
    }

    private var fingerprintOfFile: String {
        get throws { try shell("openssl x509 -in c.pem -noout -fingerprint -sha256") }
    }

    private func fingerprintServed(_ url: String) throws -> String {
        let address = url.dropFirst("https://".count).prefix { $0 != "/" }
        return try shell(
            "openssl s_client -connect \(address) </dev/null | openssl x509 -noout -fingerprint -sha256")
    }

    @Test func aRenewedFileIsTakenUpOnSIGHUPAndTheProcessGoesOn() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makePair()
        let deployment = try TestDeployment(settings: [
            "TAMGA_LISTEN_TLS": "127.0.0.1:0", "TAMGA_TLS_CERTIFICATE_FILE": folder + "/c.pem",
            "TAMGA_TLS_KEY_FILE": folder + "/k.pem",
        ])
        let serve = try ServeProcess(deployment)
        let url = try serve.secureURL()
        #expect(try shell("curl -sS --cacert c.pem \(url)/pins").contains("spkiSha256"))
        let before = try fingerprintServed(url)
        #expect(try before == fingerprintOfFile)
        try makePair()
        #expect(try before != fingerprintOfFile)
        serve.hangUp()
        #expect(try eventually { try fingerprintServed(url) == fingerprintOfFile })
        #expect(!serve.hasEnded(withinMilliseconds: 100))
        #expect(try shell("curl -sS --cacert c.pem \(url)/pins").contains("spkiSha256"))
    }

    @Test func theSelfSignedPairIsGoodForCurl() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let deployment = try TestDeployment(settings: ["TAMGA_LISTEN_TLS": "127.0.0.1:0"])
        let serve = try ServeProcess(deployment)
        let url = try serve.secureURL().replacingOccurrences(of: "127.0.0.1", with: "localhost")
        let address = url.dropFirst("https://".count).prefix { $0 != "/" }
        _ = try shell("openssl s_client -connect \(address) </dev/null | openssl x509 -out c.pem")
        #expect(try shell("curl -sS --cacert c.pem \(url)/pins").contains("spkiSha256"))
        #expect(try shell("curl -sS \(url)/pins").isEmpty)
        // A process without files of TLS outlives the signal too.
        serve.hangUp()
        #expect(!serve.hasEnded(withinMilliseconds: 300))
    }
}
