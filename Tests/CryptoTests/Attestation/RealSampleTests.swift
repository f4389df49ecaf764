import Testing
import Wire

@testable import Crypto

/// Objects of genuine devices, under Apple's own roots.
@Suite("App Attest: genuine samples")
struct RealSampleTests {
    /// As long as a receipt is good: the moment that a sample names for its certificates is not that of its receipt.
    private static let days90: Int64 = 90 * 86_400

    @Test("every genuine attestation verifies at its time", arguments: AppAttestSample.names)
    func attestation(name: String) throws {
        let sample = try AppAttestSample(name)
        let key = try AppAttestVerifier(policy: sample.policy(receiptAge: Self.days90)).verifyAttestation(
            sample.object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, now: sample.verifyAt)
        #expect(key.keyID == SHA256.hash(key.publicKey))
        #expect(try key.keyID == sample.keyID)
        #expect(key.appID == sample.appID)
        #expect(key.environment == sample.environment)
        #expect(key.receipt.appID == sample.appID)
        #expect(key.receipt.kind == .attest)
        #expect(key.receipt.environment == (sample.environment == .production ? "production" : "sandbox"))
        #expect(key.receipt.expiresAt - key.receipt.createdAt == Self.days90 * 1000)
        #expect(key.bundleVersion == nil)
        #expect(key.category == nil)
    }

    @Test("at the moment of its receipt each verifies under the ordinary limit", arguments: AppAttestSample.names)
    func fresh(name: String) throws {
        let sample = try AppAttestSample(name)
        let patient = try AppAttestVerifier(policy: sample.policy(receiptAge: Self.days90))
        let verifier = try AppAttestVerifier(policy: sample.policy())
        let (object, keyID, hash) = (try sample.object, try sample.keyID, try sample.clientDataHash)
        let created = try patient.verifyAttestation(
            object, keyID: keyID, clientDataHash: hash, now: sample.verifyAt
        ).receipt.createdAt
        for delay: Int64 in [-60, 0, 300] {
            _ = try verifier.verifyAttestation(
                object, keyID: keyID, clientDataHash: hash, now: (created + 999) / 1000 + delay)
        }
        #expect(throws: AttestationError.receiptFuture) {
            try verifier.verifyAttestation(object, keyID: keyID, clientDataHash: hash, now: created / 1000 - 61)
        }
        #expect(throws: AttestationError.receiptStale) {
            try verifier.verifyAttestation(object, keyID: keyID, clientDataHash: hash, now: created / 1000 + 302)
        }
    }

    @Test("today they have expired, and before their day they are not valid", arguments: AppAttestSample.names)
    func time(name: String) throws {
        let sample = try AppAttestSample(name)
        let verifier = try AppAttestVerifier(policy: sample.policy(receiptAge: Self.days90))
        let leaf = try CertificateInspector.inspect(AttestationObject(sample.object).leaf)
        for (now, error) in [
            (leaf.notAfter + 1, AttestationError.chainExpired), (1_796_000_000, .chainExpired),
            (leaf.notBefore - 1, .chainNotYetValid),
        ] {
            #expect(throws: error) {
                try verifier.verifyAttestation(
                    sample.object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, now: now)
            }
        }
    }

    @Test("each belongs to its challenge, its key, its app and its environment", arguments: AppAttestSample.names)
    func binding(name: String) throws {
        let sample = try AppAttestSample(name)
        let other = sample.environment == .production ? AppAttestEnvironment.development : .production
        let roots = (AppleRoots.appAttestation, AppleRoots.receipts)
        func refusal(
            keyID: [UInt8]? = nil, hash: [UInt8]? = nil, appID: String? = nil,
            environment: AppAttestEnvironment? = nil, roots: ([[UInt8]], [[UInt8]]) = roots
        ) throws -> AttestationError? {
            let policy = try AppAttestPolicy(
                roots: roots.0, receiptRoots: roots.1, appIDs: [appID ?? sample.appID],
                environments: [environment ?? sample.environment], categories: .any, receiptAge: Self.days90)
            do throws(AttestationError) {
                _ = try AppAttestVerifier(policy: policy).verifyAttestation(
                    (try? sample.object) ?? [], keyID: keyID ?? ((try? sample.keyID) ?? []),
                    clientDataHash: hash ?? ((try? sample.clientDataHash) ?? []), now: sample.verifyAt)
                return nil
            } catch {
                return error
            }
        }
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(try refusal() == nil)
        #expect(try refusal(hash: zeros) == .nonce)
        #expect(try refusal(keyID: zeros) == .keyID)
        #expect(try refusal(appID: "AAAAAAAAAA.org.example") == .appID)
        #expect(try refusal(environment: other) == .environment)
        // One anchor for the other.
        #expect(try refusal(roots: (roots.1, roots.1)) == .chainUntrusted)
        #expect(try refusal(roots: (roots.0, roots.0)) == .receiptChain)
    }

    @Test("the genuine assertions verify, and their nonce is hashed twice")
    func assertions() throws {
        let first = try AppAttestSample("veehaitch-ios14-development")
        let second = try AppAttestSample("node-app-attest-production")
        for (sample, assertion, key) in [
            (first, first.json["assertions"]?.array?.first, first.json["publicKeyPem"]),
            (
                second, second.json["standaloneAssertions"]?.array?.first,
                second.json["standaloneAssertions"]?.array?.first?["publicKeyPem"]
            ),
        ] {
            let object = try AppAttestSample.bytes(assertion?["assertion"])
            let hash = try SHA256.hash(AppAttestSample.bytes(assertion?["clientData"]))
            let point = try AppAttestSample.point(key)
            let verifier = try AppAttestVerifier(policy: sample.policy())
            let appID = sample.appID
            let counter = try verifier.verifyAssertion(
                object, publicKey: point, appID: appID, clientDataHash: hash)
            #expect(counter == 1)
            #expect(throws: AttestationError.signature) {
                try verifier.verifyAssertion(
                    object, publicKey: point, appID: appID, clientDataHash: SHA256.hash(hash))
            }
            #expect(throws: AttestationError.appID) {
                try verifier.verifyAssertion(
                    object, publicKey: point, appID: "AAAAAAAAAA.org.example", clientDataHash: hash)
            }
        }
    }

    @Test("the genuine exchanged receipt verifies and gives its risk metric")
    func exchangedReceipt() throws {
        let sample = try AppAttestSample("veehaitch-ios14-development")
        let receipt = try AppAttestSample.bytes(sample.json["receipts"]?.array?.last?["receipt"])
        let point = try AppAttestSample.point(sample.json["publicKeyPem"])
        let verifier = try AppAttestReceiptVerifier(policy: sample.policy())
        // 2021-01-23T12:26:42Z, a moment after it was made.
        let now: Int64 = 1_611_404_802
        let values = try verifier.verifyExchanged(receipt, appID: sample.appID, publicKey: point, now: now)
        #expect(values.riskMetric == 3)
        #expect(values.createdAt == 1_611_404_801_564)
        #expect(values.notBefore == 1_611_491_201_564)
        #expect(values.expiresAt == 1_619_180_801_564)
        #expect(values.encoding == receipt)
        #expect(throws: AttestationError.receiptKey) {
            try verifier.verifyExchanged(
                receipt, appID: sample.appID, publicKey: Array(point.reversed()), now: now)
        }
    }

    @Test("the pinned roots are Apple's, by the published fingerprints")
    func roots() {
        #expect(
            AppleRoots.appAttestation.map { SHA256.hash($0) } == [
                Octets.hex("1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932")
            ])
        #expect(
            AppleRoots.receipts.map { SHA256.hash($0) } == [
                Octets.hex("63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
            ])
    }
}
