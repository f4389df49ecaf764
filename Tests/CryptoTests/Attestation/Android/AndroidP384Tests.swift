import Foundation
import Testing

@testable import Crypto

/// Google's root of 2025 has a key on P-384, and so have intermediates below it. The keys and signatures here are made
/// by the program `openssl`.
@Suite("Android attestation: chains on P-384")
struct AndroidP384Tests {
    /// A key on P-384 in a folder of its own.
    private final class Key {
        let folder: URL
        let publicKey: [UInt8]

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("p384-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = try Self.run(folder, ["ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", "key"])
            publicKey = try Self.run(folder, ["pkey", "-in", "key", "-pubout", "-outform", "DER"])
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// ECDSA over the bytes, as DER.
        func sign(_ body: [UInt8], digest: String = "-sha384") throws -> [UInt8] {
            try Data(body).write(to: folder.appendingPathComponent("body"))
            return try Self.run(folder, ["dgst", digest, "-sign", "key", "body"])
        }

        private static func run(_ folder: URL, _ arguments: [String]) throws -> [UInt8] {
            let process = Process(), output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.currentDirectoryURL = folder
            process.arguments = ["openssl"] + arguments
            (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
            try process.run()
            let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "openssl \(arguments)")
            return bytes
        }
    }

    /// ecdsa-with-SHA384 (RFC 5758 §3.2).
    private static let ecdsaWithSHA384 = [1, 2, 840, 10045, 4, 3, 3]

    private let root: Key
    private let intermediate: Key
    private let chain: SyntheticAndroidChain

    init() throws {
        root = try Key()
        intermediate = try Key()
        var chain = try SyntheticAndroidChain()
        (chain.root.publicKey, chain.root.algorithm) = (root.publicKey, Self.ecdsaWithSHA384)
        (chain.intermediate.publicKey, chain.intermediate.algorithm) = (intermediate.publicKey, Self.ecdsaWithSHA384)
        chain.attestation.algorithm = Self.ecdsaWithSHA384
        self.chain = chain
    }

    private func build() throws -> [[UInt8]] {
        let below = try chain.build()
        return [
            below[0], try chain.attestation.signed { try intermediate.sign($0) },
            try chain.intermediate.signed { try root.sign($0) }, try chain.root.signed { try root.sign($0) },
        ]
    }

    private func verify(_ certificates: [[UInt8]], roots: [[UInt8]]) throws -> AndroidAttestedKey {
        var policy = try chain.policy()
        policy.roots = roots
        return try AndroidAttestationVerifier(policy: policy).verify(
            chain: certificates, challenge: SyntheticAndroidDescription.challenge,
            revocation: SyntheticAndroidChain.emptyList, now: SyntheticAndroidChain.now)
    }

    @Test("a P-256 key attested below authorities on P-384 with SHA-384 passes")
    func good() throws {
        let key = try verify(build(), roots: [AndroidRoots.keyAttestationCA1, root.publicKey])
        #expect(key.publicKey == chain.keys.leaf.publicKey && key.level == .trustedEnvironment)
    }

    @Test("another root on P-384 is not trusted, and the pinned one's name does not help")
    func foreign() throws {
        #expect(throws: AndroidAttestationError.untrustedRoot) {
            try verify(build(), roots: [AndroidRoots.keyAttestationCA1])
        }
        var certificates = try build()
        certificates[3] = try {
            var pinned = chain.root
            pinned.publicKey = AndroidRoots.keyAttestationCA1
            return try pinned.signed { try root.sign($0) }
        }()
        #expect(throws: AndroidAttestationError.signature) {
            try verify(certificates, roots: [AndroidRoots.keyAttestationCA1])
        }
    }

    @Test("a signature over another digest than its algorithm names, or a changed one, does not verify")
    func signatures() throws {
        for index in 1...2 {
            var certificates = try build()
            certificates[index][certificates[index].count - 1] ^= 1
            #expect(throws: AndroidAttestationError.signature) { try verify(certificates, roots: [root.publicKey]) }
        }
        var certificates = try build()
        certificates[1] = try chain.attestation.signed { try intermediate.sign($0, digest: "-sha256") }
        #expect(throws: AndroidAttestationError.signature) { try verify(certificates, roots: [root.publicKey]) }
    }

    @Test("the app's own key is on P-256: one on P-384 is refused")
    func leaf() throws {
        var certificates = try build()
        var leaf = chain.leaf
        leaf.publicKey = root.publicKey
        leaf.extensions.append(SyntheticAndroidCertificate.attestation(chain.description.der))
        certificates[0] = try leaf.signed(by: chain.keys.attestation)
        #expect(throws: AndroidAttestationError.curve) { try verify(certificates, roots: [root.publicKey]) }
    }
}
