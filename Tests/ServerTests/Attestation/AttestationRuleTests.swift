import Foundation
import ServerTestSupport
import Storage
import Testing
import Wire

@testable import Crypto
@testable import Server

@Suite("Rules of attestation")
struct AttestationRuleTests {
    @Test("every check of the core has a code of its own, refused with 401; what is our own fault is not the phone's")
    func codes() {
        var seen: [Code: AttestationError] = [:]
        for error in AttestationError.allCases {
            let attestation = ServiceError(attestation: error), assertion = ServiceError(assertion: error)
            if error == .library || error == .storedKey {
                #expect(attestation.code == .internalFailure && assertion.code == .internalFailure)
                continue
            }
            #expect(assertion.status == 401, "\(error.rawValue)")
            // Only an assertion has a signature to be wrong.
            guard error != .signature else { continue }
            #expect(attestation.status == 401, "\(error.rawValue)")
            #expect(seen.updateValue(error, forKey: attestation.code) == nil, "\(error.rawValue)")
        }
    }

    @Test("a nonce is good for 120 seconds, in its era, in its one spelling")
    func nonce() throws {
        let key = SharedSecret(SecretBytes.random(count: 32, from: SystemRandom()))
        let nonces = ChallengeNonce(key: key, era: 1)
        let text = nonces.issue(nowSeconds: 1_000, random: SystemRandom())
        func finding(_ text: String, _ now: Int64, era: Int64 = 1) -> String {
            switch ChallengeNonce(key: key, era: era).examine(text, nowSeconds: now) {
            case .good(let spending): "good \(spending.expiresAt) \(spending.nonce == text)"
            case .expired: "expired"
            case .foreign: "foreign"
            }
        }
        #expect(finding(text, 1_000) == "good 1120000 true")
        #expect(finding(text, 1_119) == "good 1120000 true")
        #expect(finding(text, 1_120) == "expired")
        // Burned by `tamga restore acknowledge`.
        #expect(finding(text, 1_000, era: 2) == "foreign")
        for (index, character) in text.enumerated() {
            var changed = Array(text)
            changed[index] = character == "A" ? "B" : "A"
            #expect(finding(String(changed), 1_000) == "foreign", "character \(index)")
        }
    }

    private func configuration(_ settings: [String: String]) throws -> ServerConfiguration {
        let basis = ["DATABASE_URL": "postgresql://host/db", "TAMGA_KEK_FILE": "/kek"]
        return try ServerConfiguration(
            Environment(basis.merging(settings) { $1 }), defaultMigrations: "/migrations")
    }

    private func refusal(_ settings: [String: String]) throws -> String {
        let configuration = try configuration(settings)
        do throws(ConfigurationError) { try configuration.requireServable() } catch { return error.description }
        return "serves"
    }

    @Test("attestation is required by itself, and a service without app ids says what to do")
    func required() throws {
        #expect(try configuration([:]).attestation.isRequired)
        #expect(try refusal([:]).contains("TAMGA_ATTESTATION_APP_IDS is not set"))
        #expect(try refusal(["TAMGA_ATTESTATION_APP_IDS": "short.app"]).contains("app id"))
        #expect(try refusal(["TAMGA_ATTESTATION_APP_IDS": "ABCDE12345.mn.app, ABCDE12345.mn.other"]) == "serves")
    }

    @Test("only a service for trying out is let go without it, or with a root of one's own")
    func trial() throws {
        let folder = NSTemporaryDirectory() + "roots-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let own = try TestAttestation.settings(folder: folder)
        let off = ["TAMGA_REQUIRE_ATTESTATION": "false"]
        #expect(try refusal(off).contains("for trying out"))
        #expect(try refusal(["SMARTID_REQUIRE_ATTESTATION": "false"]).contains("for trying out"))
        #expect(try refusal(own).contains("TAMGA_ATTESTATION_ROOT_FILE"))
        for trial in [["TAMGA_DEMO": "true"], ["TAMGA_KYC_PROVIDER": "dev"]] {
            #expect(try refusal(off.merging(trial) { $1 }) == "serves")
            #expect(try refusal(own.merging(trial) { $1 }) == "serves")
        }
        #expect(throws: ConfigurationError.self) {
            try configuration(["TAMGA_REQUIRE_ATTESTATION": "true", "SMARTID_REQUIRE_ATTESTATION": "false"])
        }
    }

    @Test("environments: production by itself; a word that is none is refused")
    func environments() throws {
        #expect(try configuration([:]).attestation.environments == [.production])
        let both = try configuration(["TAMGA_ATTESTATION_ENVIRONMENTS": "production,development"])
        #expect(both.attestation.environments == [.production, .development])
        for text in ["sandbox", "production,sandbox", ","] {
            #expect(throws: ConfigurationError.self) {
                try configuration(["TAMGA_ATTESTATION_ENVIRONMENTS": text])
            }
        }
    }

    @Test("categories: all by themselves; a list lets in those, and phones that say nothing only with none")
    func categories() throws {
        func categories(_ text: String?) throws -> AppAttestCategories {
            try configuration(text.map { ["TAMGA_ATTESTATION_CATEGORIES": $0] } ?? [:]).attestation.categories
        }
        #expect(try categories(nil) == .any)
        #expect(try categories("4, none") == .appStore)
        #expect(try categories("4,2") == AppAttestCategories(allowed: [2, 4], absence: .refused))
        for text in ["none", "appstore", "4,x", "-1", "4294967296", ","] {
            #expect(throws: ConfigurationError.self, "\(text)") { _ = try categories(text) }
        }
        let settings = ["TAMGA_ATTESTATION_APP_IDS": "ABCDE12345.mn.app", "TAMGA_ATTESTATION_CATEGORIES": "4"]
        let judge = try #require(try configuration(settings).attestation.judge())
        #expect(judge.apple?.policy.categories == AppAttestCategories(allowed: [4], absence: .refused))
    }

    @Test("every error of an Android attestation has a code of its own: 401, but 503 for a list that we lack")
    func androidCodes() {
        var seen: Set<Code> = []
        for error in AndroidAttestationError.allCases {
            let refusal = ServiceError(attestation: error)
            #expect(refusal.code.rawValue == error.rawValue && seen.insert(refusal.code).inserted)
            let isOurs = error == .revocationListMissing || error == .revocationListStale
            #expect(refusal.status == (isOurs ? 503 : 401), "\(error.rawValue)")
            #expect((refusal.retryAfterSeconds != nil) == isOurs)
        }
    }

    @Test("a root file that holds no root is refused at start")
    func rootFile() throws {
        let path = NSTemporaryDirectory() + "root-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "nothing".write(toFile: path, atomically: true, encoding: .utf8)
        let settings = [
            "TAMGA_DEMO": "true", "TAMGA_ATTESTATION_APP_IDS": "ABCDE12345.mn.app", "TAMGA_ATTESTATION_ROOT_FILE": path,
        ]
        #expect(try refusal(settings).contains("holds no certificate"))
        #expect(try refusal(settings.merging(["TAMGA_ATTESTATION_ROOT_FILE": "/nonexistent"]) { $1 }).contains("open"))
    }
}
