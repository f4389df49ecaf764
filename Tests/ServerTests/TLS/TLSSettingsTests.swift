import Crypto
import Foundation
import Testing

@testable import Server

/// What of the settings for TLS fits together.
@Suite struct TLSSettingsTests {
    private func configuration(_ settings: [String: String]) throws -> ServerConfiguration {
        let base = ["DATABASE_URL": "postgresql:///x", "TAMGA_KEK_FILE": "kek", "TAMGA_REQUIRE_ATTESTATION": "false"]
        return try ServerConfiguration(Environment(base.merging(settings) { $1 }), defaultMigrations: "migrations")
    }

    @Test func withoutAListenerThereIsNoTLS() throws {
        #expect(try configuration([:]).tls == nil)
        for name in TLSSettings.names where name != "TAMGA_LISTEN_TLS" {
            #expect(throws: ConfigurationError.self) { try configuration([name: "true"]) }
        }
    }

    @Test func certificateAndKeyBelongTogether() throws {
        let listen = ["TAMGA_LISTEN_TLS": "127.0.0.1:8443"]
        #expect(try configuration(listen).tls?.files == nil)
        for name in ["TAMGA_TLS_CERTIFICATE_FILE", "TAMGA_TLS_KEY_FILE"] {
            #expect(throws: ConfigurationError.self) { try configuration(listen.merging([name: "x"]) { $1 }) }
        }
        let both = ["TAMGA_TLS_CERTIFICATE_FILE": "c", "TAMGA_TLS_KEY_FILE": "k"]
        let read = try configuration(listen.merging(both) { $1 }).tls?.files
        #expect(read == TLSSettings.Files(certificate: "c", key: "k"))
    }

    @Test func clientsAreAskedOnlyWhenTheSettingsSaySo() throws {
        func clients(_ more: [String: String]) throws -> TLSSettings.Clients? {
            try configuration(["TAMGA_LISTEN_TLS": "127.0.0.1:8443"].merging(more) { $1 }).tls?.clients
        }
        #expect(try clients([:]) == .notAsked)
        #expect(try clients(["TAMGA_TLS_CLIENT_CERTIFICATES": "true"]) == .pinned)
        #expect(try clients(["TAMGA_TLS_CLIENT_CA_FILE": "ca"]) == .issued(file: "ca"))
        #expect(throws: ConfigurationError.self) {
            try clients(["TAMGA_TLS_CLIENT_CA_FILE": "ca", "TAMGA_TLS_CLIENT_CERTIFICATES": "false"])
        }
    }

    @Test func theSameServiceIsNotOfferedInTheClearBesideTLS() throws {
        var settings = ["TAMGA_LISTEN_TLS": "0.0.0.0:8443", "TAMGA_LISTEN": "0.0.0.0:8080"]
        #expect(throws: ConfigurationError.self) { try configuration(settings) }
        settings["TAMGA_TRUSTED_PROXIES"] = "10.0.0.0/8"
        #expect(throws: Never.self) { try configuration(settings) }
        settings["TAMGA_TRUSTED_PROXIES"] = nil
        settings["TAMGA_LISTEN"] = "127.0.0.1:8080"
        #expect(throws: Never.self) { try configuration(settings) }
    }

    @Test func theDevelopmentProviderIsNotOfferedToOthersOverTLSEither() throws {
        var settings = ["TAMGA_LISTEN_TLS": "0.0.0.0:8443", "TAMGA_KYC_PROVIDER": "dev"]
        #expect(throws: ConfigurationError.self) { try configuration(settings) }
        settings["TAMGA_DEMO"] = "true"
        #expect(throws: Never.self) { try configuration(settings) }
    }

    @Test func listenersHaveAddressesOfTheirOwn() {
        for other in ["TAMGA_LISTEN", "TAMGA_ADMIN_LISTEN"] {
            #expect(throws: ConfigurationError.self) {
                try configuration(["TAMGA_LISTEN_TLS": "127.0.0.1:8443", other: "127.0.0.1:8443"])
            }
        }
    }

    @Test func theSelfSignedCertificateIsForTheAddressesOfTheSettings() throws {
        let local: [ServerCertificate.Name] = [
            .host("localhost"), .address([127, 0, 0, 1], text: "127.0.0.1"),
            .address([UInt8](repeating: 0, count: 15) + [1], text: "::1"),
        ]
        #expect(try configuration([:]).certificateNames == local)
        let settings = ["TAMGA_PUBLIC_URL": "https://id.example.mn:444/x", "TAMGA_LISTEN_TLS": "10.1.2.3:8443"]
        let names = try configuration(settings).certificateNames
        #expect(names == [.host("id.example.mn"), .address([10, 1, 2, 3], text: "10.1.2.3")] + local)
        #expect(try configuration(["TAMGA_LISTEN_TLS": "0.0.0.0:8443"]).certificateNames == local)
    }

    /// `serve` and `config check` say at once what is wrong with the files.
    @Test func filesAreReadBeforeAnythingStarts() throws {
        let folder = NSTemporaryDirectory() + "tamga-tls-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pair = try TLSPair(), other = try TLSPair()
        try pair.certificatePEM.write(toFile: folder + "/c.pem", atomically: true, encoding: .utf8)
        try pair.keyPEM().write(toFile: folder + "/k.pem", atomically: true, encoding: .utf8)
        try other.keyPEM().write(toFile: folder + "/other.pem", atomically: true, encoding: .utf8)
        func check(_ certificate: String, _ key: String) throws {
            try configuration([
                "TAMGA_LISTEN_TLS": "127.0.0.1:0", "TAMGA_TLS_CERTIFICATE_FILE": "\(folder)/\(certificate)",
                "TAMGA_TLS_KEY_FILE": "\(folder)/\(key)", "TAMGA_KYC_PROVIDER": "dev",
            ]).requireServable()
        }
        #expect(throws: Never.self) { try check("c.pem", "k.pem") }
        let wrong = [("c.pem", "other.pem"), ("k.pem", "k.pem"), ("absent", "k.pem"), ("c.pem", "c.pem")]
        for (certificate, key) in wrong {
            #expect(throws: ConfigurationError.self) { try check(certificate, key) }
        }
    }
}
