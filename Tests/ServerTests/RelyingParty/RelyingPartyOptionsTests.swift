import ServerTestSupport
import Storage
import TestSupport
import Testing

@testable import Server

/// The settings of a relying party as an operator writes them.
@Suite struct RelyingPartyOptionsTests {
    private func says(_ part: String, _ body: () throws -> Void) {
        do {
            try body()
            Issue.record("passed: \(part)")
        } catch { #expect("\(error)".contains(part), "\(error)") }
    }

    @Test func listsAreReadStrictly() throws {
        #expect(try RelyingPartyOptions.rights("SIGN, PKI_READ,SIGN") == ["SIGN", "PKI_READ"])
        #expect(try RelyingPartyOptions.rights("none") == [])
        says("DANCE is none of SIGN, SEAL, PKI_READ") { _ = try RelyingPartyOptions.rights("SIGN,DANCE") }
        says("words with commas") { _ = try RelyingPartyOptions.rights("SIGN,") }
        says("words with commas") { _ = try RelyingPartyOptions.rights("") }
        #expect(
            try RelyingPartyOptions.addresses("192.0.2.0/24,2001:DB8::1") == ["192.0.2.0/24", "2001:db8::1/128"])
        for text in ["192.0.2.1/24", "192.0.2.0/33", "example.mn", "192.0.2.1:80", "any"] {
            says("no CIDR block") { _ = try RelyingPartyOptions.addresses(text) }
        }
        #expect(try RelyingPartyOptions.names(["Дэлгүүр", "DEMO"]).count == 2)
        #expect(try RelyingPartyOptions.names(["none"]) == [])
        says("--allow-name") { _ = try RelyingPartyOptions.names(["a\u{202E}b"]) }
        says("--allow-name") { _ = try RelyingPartyOptions.names([String(repeating: "a", count: 121)]) }
        says("more than 64") { _ = try RelyingPartyOptions.names(Array(repeating: "a", count: 65)) }
    }

    @Test func valuesAreReadStrictly() throws {
        let hash = String(repeating: "AB:", count: 31) + "cd"
        #expect(try RelyingPartyOptions.certificate(hash)?.count == 32)
        #expect(try RelyingPartyOptions.certificate("none") == nil)
        says("SHA-256") { _ = try RelyingPartyOptions.certificate("AB:CD") }
        #expect(try RelyingPartyOptions.limit("7", "--x", in: 1...9) == 7)
        #expect(try RelyingPartyOptions.limit("default", "--x", in: 1...9) == nil)
        for text in ["0", "10", "-1", "x", ""] {
            says("--x takes") { _ = try RelyingPartyOptions.limit(text, "--x", in: 1...9) }
        }
        says("--vc") { _ = try RelyingPartyOptions.vcFormat("alphaNumeric4") }
    }

    private func configuration(_ settings: [String: String] = [:]) throws -> ServerConfiguration {
        try ServerConfiguration(
            Environment(["DATABASE_URL": "x", "TAMGA_KEK_FILE": "x"].merging(settings) { $1 }), defaultMigrations: "x")
    }

    @Test func settingsFitTheService() throws {
        let open = RelyingPartySettings(addresses: ["192.0.2.1/32"], allowsAddressAuth: true)
        try RelyingPartyOptions.check(open, configuration())
        let proxied = ["TAMGA_LISTEN": "0.0.0.0:80", "TAMGA_TRUSTED_PROXIES": "10.0.0.1"]
        try RelyingPartyOptions.check(open, configuration(proxied))
        says("addresses say nothing") {
            try RelyingPartyOptions.check(open, configuration(["TAMGA_LISTEN": "0.0.0.0:80"]))
        }
        says("needs --addresses") {
            try RelyingPartyOptions.check(RelyingPartySettings(allowsAddressAuth: true), configuration())
        }
        let certified = RelyingPartySettings(certificateHash: [UInt8](repeating: 1, count: 32))
        says("TAMGA_CLIENT_CERT_HEADER") { try RelyingPartyOptions.check(certified, configuration()) }
        try RelyingPartyOptions.check(
            certified, configuration(proxied.merging(["TAMGA_CLIENT_CERT_HEADER": "Client-Cert"]) { $1 }))
        says("without TAMGA_TRUSTED_PROXIES") { _ = try configuration(["TAMGA_CLIENT_CERT_HEADER": "Client-Cert"]) }
        says("no name of a header") {
            _ = try configuration(["TAMGA_CLIENT_CERT_HEADER": "a b", "TAMGA_TRUSTED_PROXIES": "10.0.0.1"])
        }
    }

    /// Bearer-less access is refused at start where the address of a client means nothing (mobile-api.md §8).
    @Test func aPublicListenerKnowsNobodyByAddress() throws {
        let deployment = try TestDeployment(settings: ["TAMGA_LISTEN": "0.0.0.0:0", "TAMGA_DEMO": "true"])
        let stores = Stores(pool: deployment.database.pool())
        defer { stores.pool.close() }
        let former = RelyingPartySettings()
        let open = RelyingPartySettings(addresses: ["192.0.2.1/32"], allowsAddressAuth: true)
        #expect(
            try stores.relyingParties.change(
                id: deployment.relyingPartyUUID, name: nil, from: former, to: open, deadline: SessionWorld.soon()))
        says("is known by its address") {
            _ = try TamgaServer.start(deployment.configuration(), logger: .silent)
        }
    }
}
