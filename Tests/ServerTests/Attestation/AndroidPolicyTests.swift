import Foundation
import Phone
import ServerTestSupport
import Storage
import Testing
import Wire

@testable import Crypto
@testable import Server

extension AndroidEndToEnd {
    @Suite("What the policy refuses", .serialized)
    struct Policy {
        private typealias Description = SyntheticAndroidDescription

        private static let cases: [(String, AndroidHardware.Damage)] = [
            ("SECURITY_LEVEL", { $0.description.attestationLevel = 0 }),
            ("SECURITY_LEVEL", { $0.description.keyMintLevel = 0 }),
            ("BOOT_STATE", { $0.description.setHardware(704, Description.rootOfTrust(state: 1)) }),
            ("UNLOCKED", { $0.description.setHardware(704, Description.rootOfTrust(locked: 0)) }),
            ("ROOT_OF_TRUST_MISSING", { $0.description.setHardware(704, nil) }),
            ("PATCH_LEVEL", { $0.description.setHardware(706, Description.number(202_405)) }),
            ("PATCH_LEVEL_MISSING", { $0.description.setHardware(706, nil) }),
            (
                "APPLICATION",
                { $0.description.setSoftware(709, Description.application([("mn.other", 1)], [Description.signer])) }
            ),
            (
                "APPLICATION_SIGNER",
                {
                    $0.description.setSoftware(
                        709,
                        Description.application([(Description.package, 1)], [[UInt8](repeating: 1, count: 32)]))
                }
            ),
            ("APPLICATION_MISSING", { $0.description.setSoftware(709, nil) }),
            ("ORIGIN", { $0.description.setHardware(702, DER.integer([2])) }),
            ("PURPOSE", { $0.description.setHardware(1, Description.purposes([2, 7])) }),
            ("UNTRUSTED_ROOT", { $0.root.publicKey = $0.leaf.publicKey }),
            ("EXPIRED", { $0.attestation.notAfter = $0.attestation.notBefore + 1 }),
            ("EXTENSION_MISSING", { $0.extensionCount = 0 }),
            (
                "EXTENSION_ABOVE_LEAF",
                {
                    $0.attestation.extensions.append(
                        SyntheticAndroidCertificate.attestation($0.description.der))
                }
            ),
        ]

        @Test("every rule refuses with its own code, and no such key is stored")
        func rules() throws {
            try withWorld { world in
                let before = try world.deployment.value("SELECT count(*) FROM attested_key")
                for (code, damage) in Self.cases {
                    let answer = try world.attest(AndroidHardware(damage))
                    #expect(answer.outcome == "401 ATTESTATION_ANDROID_\(code)")
                    #expect(ErrorShape.problems(answer).isEmpty)
                    #expect(answer.headers["X-Next-Attestation-Nonce"] != nil)
                }
                #expect(try world.deployment.value("SELECT count(*) FROM attested_key") == before)
                #expect(try world.attest(AndroidHardware()).status == 200)
            }
        }

        @Test(
            "the list of revoked keys is followed; one that is broken changes nothing, one that is old lets nobody in")
        func revocation() throws {
            let files = try AndroidWorld.Files()
            let source = try AndroidRevocationSource(path: files.revocation, maximumAge: 3_600)
            let hash = SHA256.hash([1]), hardware = AndroidHardware()
            let key = try hardware.makeKey()
            let object = try hardware.attest(clientDataHash: hash)
            let root = try CertificateInspector.inspect(AndroidHardware.root()).subjectPublicKeyInfo
            let judge = AndroidJudge(
                verifier: AndroidAttestationVerifier(
                    policy: AndroidAttestationPolicy(
                        roots: [root],
                        applications: [SyntheticAndroidDescription.package: [SyntheticAndroidDescription.signer]])),
                revocation: source)
            func outcome() -> String {
                do throws(ServiceError) {
                    let now = Int64(Date().timeIntervalSince1970)
                    return try judge.attested(object, keyId: key.id, over: hash, now: now).platform
                } catch { return error.code.rawValue + (error.retryAfterSeconds.map { " \($0)" } ?? "") }
            }
            #expect(outcome() == "android")
            #expect(try source.refresh() == false)
            try files.write(#"{"entries":{"f16584":{"status":"REVOKED"}}}"#)
            #expect(outcome() == "android")
            #expect(try source.refresh() == true)
            #expect(outcome() == "ATTESTATION_ANDROID_REVOKED")
            for broken in ["", "{}", #"{"entries":{"x":{"status":"REVOKED"}}}"#] {
                try files.write(broken)
                #expect(throws: ConfigurationError.self) { try source.refresh() }
                #expect(outcome() == "ATTESTATION_ANDROID_REVOKED")
            }
            try files.write(#"{"entries":{}}"#)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3_601)], ofItemAtPath: files.revocation)
            #expect(try source.refresh() == true)
            #expect(outcome() == "ATTESTATION_ANDROID_REVOCATION_LIST_STALE 600")
            // A file of the future is as old as one of now.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: 1_000_000)], ofItemAtPath: files.revocation)
            #expect(try source.refresh() == true)
            #expect(outcome() == "android" && source.secondsLeft <= 3_600)
            try FileManager.default.removeItem(atPath: files.revocation)
            #expect(throws: ConfigurationError.self) { try source.refresh() }
            #expect(outcome() == "android")
        }

        @Test("a service for one platform alone refuses the other one, with its own code")
        func onePlatform() throws {
            let files = try AndroidWorld.Files()
            let configuration = try Self.configuration(files.settings.merging(["TAMGA_DEMO": "true"]) { $1 })
            let judge = try #require(try configuration.attestation.judge())
            let hash = SHA256.hash([1]), iPhone = try TestAttestation.hardware()
            let id = try iPhone.makeKey().id
            let object = try iPhone.attest(clientDataHash: hash)
            func code(_ judge: AttestationJudge, _ object: [UInt8], _ id: [UInt8]) -> Code? {
                do throws(ServiceError) { _ = try judge.attested(object, keyId: id, over: hash, now: 0) } catch {
                    return error.code
                }
                return nil
            }
            #expect(code(judge, object, id) == .attestationPlatformUnsupported)
            #expect(code(judge, [0xA0], id) == .attestationMembers)
            let folder = files.folder
            let apple = try #require(
                try Self.configuration(
                    TestAttestation.settings(folder: folder).merging(["TAMGA_DEMO": "true"]) { $1 }
                ).attestation.judge())
            let hardware = AndroidHardware()
            let android = try hardware.makeKey().id
            #expect(
                code(apple, try hardware.attest(clientDataHash: hash), android) == .attestationPlatformUnsupported)
        }

        private static func configuration(_ settings: [String: String]) throws -> ServerConfiguration {
            let basis = ["DATABASE_URL": "postgresql://host/db", "TAMGA_KEK_FILE": "/kek"]
            return try ServerConfiguration(
                Environment(basis.merging(settings) { $1 }), defaultMigrations: "/migrations")
        }

        private static func refusal(_ settings: [String: String]) -> String {
            do { try configuration(settings).requireServable() } catch { return "\(error)" }
            return "serves"
        }

        @Test("a service for production takes no root of one's own and no system that nobody vouches for")
        func production() throws {
            let files = try AndroidWorld.Files()
            var settings = files.settings
            #expect(Self.refusal(settings).contains("ROOT_FILE lets in keys"))
            #expect(Self.refusal(settings.merging(["TAMGA_DEMO": "true"]) { $1 }) == "serves")
            settings["TAMGA_ATTESTATION_ANDROID_ROOT_FILE"] = nil
            #expect(Self.refusal(settings) == "serves")
            settings["TAMGA_ATTESTATION_ANDROID_VERIFIED_BOOT"] = "false"
            #expect(Self.refusal(settings).contains("VERIFIED_BOOT=false"))
            #expect(Self.refusal(settings.merging(["TAMGA_DEMO": "true"]) { $1 }) == "serves")
        }

        @Test("settings that do not fit are refused, each with its name")
        func settings() throws {
            let files = try AndroidWorld.Files()
            func refusal(_ name: String, _ value: String?) -> String {
                var settings = files.settings
                settings["TAMGA_ATTESTATION_ANDROID_ROOT_FILE"] = nil
                settings["TAMGA_ATTESTATION_ANDROID_" + name] = value
                return Self.refusal(settings)
            }
            let digest = String(repeating: "ab", count: 32)
            let colons = [String](repeating: "AB", count: 32).joined(separator: ":")
            #expect(refusal("APPS", "mn.app=\(digest),mn.app=\(colons), mn.other_2=\(digest)") == "serves")
            for apps in [
                "mn.app", "mn.app=", "mn.app=\(digest)00", "app=\(digest)", "mn..app=\(digest)", "mn.2=\(digest)", ",",
            ] { #expect(refusal("APPS", apps).contains("TAMGA_ATTESTATION_ANDROID_APPS"), "\(apps)") }
            #expect(refusal("APPS", nil).contains("without TAMGA_ATTESTATION_ANDROID_APPS"))
            #expect(refusal("LEVEL", "strongbox") == "serves")
            #expect(refusal("LEVEL", "software").contains("LEVEL is neither"))
            for level in ["2024", "202413", "2024-00", "24-01", "199912", "2024-1-1"] {
                #expect(refusal("PATCH_LEVEL", level).contains("PATCH_LEVEL is no month"), "\(level)")
            }
            #expect(refusal("PATCH_LEVEL", "202401") == "serves")
            #expect(refusal("REVOCATION_FILE", nil).contains("REVOCATION_FILE is not set"))
            #expect(refusal("REVOCATION_FILE", "/nonexistent").contains("cannot open"))
            #expect(refusal("REVOCATION_HOURS", "0").contains("REVOCATION_HOURS"))
        }
    }
}
