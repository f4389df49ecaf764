import Foundation
import TestSupport
import Testing
import Vectors
import Wire

/// The golden vectors against this implementation.
@Suite struct VectorKitTests {
    static let folders = [
        "acsp", "cavp-pkv", "cavp-sigver", "devicelink", "hash", "keygen", "nist-cavp", "own-keygen", "own-signing",
        "paillier", "pi_fac", "pi_mod", "pi_pdl", "pi_prm", "ratchet", "refresh", "rfc6979", "schnorr", "signing",
        "smart-id", "tlv",
        "wycheproof-ecdh-point", "wycheproof-ecdsa-der", "wycheproof-ecdsa-p1363", "xof",
    ]

    @Test(arguments: folders)
    func everyVectorBehavesAsItSays(folder: String) {
        let report = VectorRunner.run(directory: GoldenVectors.directory + "/" + folder)
        for failure in report.failures {
            Issue.record("\(folder) \(failure.id): \(failure.reasons.joined(separator: "; "))")
        }
        #expect(report.passed > 0)
    }

    @Test func everyFolderIsRun() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: GoldenVectors.directory)
        let others = ["README.md", "http", "android-key-attestation", "appattest", "wycheproof-primality"]
        #expect(Set(names).subtracting(others) == Set(Self.folders))
    }

    /// A changed character in any member of a valid vector is seen. The families whose proofs are slow are sampled
    /// here;
    /// `golden mutate` changes every member.
    @Test(arguments: [
        ("acsp", 1), ("devicelink", 1), ("hash", 1), ("ratchet", 1), ("rfc6979", 3), ("schnorr", 1), ("smart-id", 1),
        ("tlv", 1),
        ("xof", 1), ("paillier", 1), ("pi_fac", 7), ("pi_mod", 5), ("pi_pdl", 7), ("pi_prm", 5), ("signing", 23),
        ("own-signing", 29), ("keygen", 61), ("own-keygen", 61), ("cavp-pkv", 1), ("cavp-sigver", 1),
        ("wycheproof-ecdh-point", 13), ("wycheproof-ecdsa-der", 13), ("wycheproof-ecdsa-p1363", 13),
    ])
    func aChangedByteIsSeen(folder: String, stride: Int) throws {
        let result = try VectorMutation.unseen(
            directory: GoldenVectors.directory + "/" + folder, stride: stride, start: 1)
        #expect(result.count > 0)
        #expect(result.unseen == [])
    }

    /// Sixty damages at least for every family, each with its parent, its place and its code; not for formats that are
    /// not part of the protocol's messages.
    @Test func everyFamilyHasItsInvalidVectors() throws {
        var counts: [String: Int] = [:]
        for folder in Self.folders {
            for kind in ["invalid", "own-invalid"] {
                guard let file = try? GoldenVectors.read("\(folder)/\(kind).json") else { continue }
                for vector in file["invalid"]?.array ?? [] {
                    let isNamed = vector["base"]?.string != nil && vector["expect"]?.string != nil
                    let places = (vector["change"]?.array?.count ?? 0) + (vector["state"]?.object?.members.count ?? 0)
                    #expect(isNamed && places > 0, "\(folder) \(vector["id"]?.string ?? "?")")
                    counts[file["family"]?.string ?? "", default: 0] += 1
                }
            }
        }
        #expect(counts.count >= 17)
        for (family, count) in counts where family != "devicelink" { #expect(count >= 60, "\(family): \(count)") }
    }

    @Test func ourOwnVectorsComeFromTheirSeed() throws {
        #expect(try VectorGenerator.differing(in: GoldenVectors.directory) == [])
    }

    @Test func theCommandCountsAndFails() throws {
        var lines: [String] = []
        #expect(VectorCommand.verify(directory: GoldenVectors.directory + "/tlv") { lines.append($0) } == 0)
        let count = try ["invalid", "own-invalid"].reduce(24) { sum, kind in
            sum + (try GoldenVectors.read("tlv/\(kind).json")["invalid"]?.array?.count ?? 0)
        }
        #expect(lines.last == "\(count) passed, 0 failed")
        let folder = NSTemporaryDirectory() + "vectors-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/tlv", withIntermediateDirectories: true)
        let text = try String(contentsOfFile: GoldenVectors.directory + "/tlv/valid.json", encoding: .utf8)
        let damaged = text.replacingOccurrences(of: "\"encoding\":\"0100000000\"", with: "\"encoding\":\"0100000001\"")
        #expect(damaged != text)
        try damaged.write(toFile: folder + "/tlv/valid.json", atomically: true, encoding: .utf8)
        lines = []
        #expect(VectorCommand.verify(directory: folder) { lines.append($0) } == 1)
        #expect(lines.last == "23 passed, 1 failed")
        #expect(lines.contains { $0.contains("empty-bytes") && $0.contains("/encoding") })
        #expect(VectorCommand.verify(directory: folder + "/none") { _ in } == 1)
        lines = []
        #expect(VectorCommand.show(file: GoldenVectors.directory + "/keygen") { lines.append($0) } == 0)
        #expect(lines.contains { $0.contains("KG_COMMITMENT") })
    }

    /// The JSON bodies carry the bytes of the two vectors that they name.
    @Test func bodiesAreBase64OfTheSameBytes() throws {
        let bodies = try GoldenVectors.read("http/bodies.json")
        let keygen = try GoldenVectors.valid("keygen", "two-slots")
        let signing = try GoldenVectors.valid("signing", "sign-raw-digest")
        var compared = 0
        for message in ["K1", "K2", "K3", "K4"] {
            for (index, slot) in (bodies[message]?["slots"]?.array ?? []).enumerated() {
                compared += Self.compare(slot, keygen[message]?["slots"]?.array?[index], "\(message)/\(index)")
            }
        }
        for message in ["S1", "S2", "S3", "S4", "S5"] {
            compared += Self.compare(bodies[message], signing[message], message)
        }
        #expect(compared > 60)
    }

    private static func compare(_ body: JSONValue?, _ vector: JSONValue?, _ place: String) -> Int {
        var count = 0
        for member in vector?.object?.members ?? [] {
            guard let hex = member.value.string, let text = body?[member.name]?.string else { continue }
            let matches = text == hex || Base64.decode(text) == Hex.decode(hex)
            #expect(matches, "\(place)/\(member.name)")
            count += 1
        }
        return count
    }
}
