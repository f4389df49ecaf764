import TestSupport
import Testing
import Wire

@testable import Crypto
@testable import Server

/// The exchange of a receipt for a risk metric, without the call.
@Suite("Risk metric of App Attest")
struct RiskMetricTests {
    private static let now: Int64 = 1_780_000_000

    private let authority: SyntheticAppAttestAuthority
    private let device: SyntheticAppAttestDevice
    private let leaf: [UInt8]
    private let exchange: RiskMetricExchange
    private let team: P256SigningKey
    /// The receipt of the attestation.
    private let stored: AppAttestReceipt

    init() throws {
        let seed = SecretBytes.random(count: 32, from: SystemRandom())
        authority = try SyntheticAppAttestAuthority(seed: seed, now: Self.now)
        device = try SyntheticAppAttestDevice(
            authority: authority,
            app: SyntheticAppAttestDevice.App(appID: "TEAM123456.org.example.eid", environment: .development),
            random: SystemRandom())
        let policy = try AppAttestPolicy(
            roots: [authority.root], receiptRoots: [authority.receiptRoot], appIDs: [device.app.appID],
            environments: [.development], categories: .any)
        team = try P256SigningKey.generate(random: SystemRandom())
        exchange = RiskMetricExchange(
            key: DeviceCheckKey(teamID: "TEAM123456", keyID: "ABC123DEFG", key: team),
            verifier: AppAttestReceiptVerifier(policy: policy))
        let hash = SHA256.hash([1])
        let object = try device.attest(clientDataHash: hash, now: Self.now)
        stored = try AppAttestVerifier(policy: policy).verifyAttestation(
            object, keyID: device.keyID, clientDataHash: hash, now: Self.now
        ).receipt
        leaf = stored.certificate
    }

    /// What Apple's server would give, in Base64.
    private func answer(metric: String = "2", certificate: [UInt8]? = nil) throws -> [UInt8] {
        var receipt = SyntheticReceipt(
            kind: .receipt, appID: device.app.appID, certificate: certificate ?? leaf, clientHash: [0xEF],
            environment: .development, createdAt: Self.now)
        receipt.fields.append((17, Array(metric.utf8)))
        receipt.fields.append((19, SyntheticReceipt.time(Self.now + 86_400)))
        return Array(Base64.encode(try receipt.signed(by: authority)).utf8)
    }

    private func decide(_ status: Int?, _ body: [UInt8] = [], retryAfter: Int64? = nil) -> RiskMetricDecision {
        exchange.decision(
            status: status, body: body, retryAfter: retryAfter, stored: stored, publicKey: device.publicKey,
            now: Self.now)
    }

    @Test("the token is a JWT of ES256 under the team's key, and names key, team and time")
    func token() throws {
        let parts = try exchange.key.token(now: Self.now).split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let header = try JSONParser.parse(#require(Base64URL.decode(parts[0])))
        let claims = try JSONParser.parse(#require(Base64URL.decode(parts[1])))
        #expect(header["alg"]?.string == "ES256")
        #expect(header["kid"]?.string == "ABC123DEFG")
        #expect(claims["iss"]?.string == "TEAM123456")
        #expect(claims["iat"]?.int64 == Self.now)
        let signature = try #require(Base64URL.decode(parts[2]))
        try #require(signature.count == 64)
        let digest = SHA256.hash(Array((parts[0] + "." + parts[1]).utf8))
        let isValid = ECDSA.isValid(
            r: Array(signature[..<32]), s: Array(signature[32...]), digest: digest,
            publicKey: try Point(encoding: team.publicKey))
        #expect(isValid)
    }

    @Test("the request goes to the server of the key's environment, the receipt in Base64")
    func request() throws {
        let production = try exchange.request(for: stored, environment: .production, now: Self.now)
        let development = try exchange.request(for: stored, environment: .development, now: Self.now)
        #expect(production.url == "https://data.appattest.apple.com/v1/attestationData")
        #expect(development.url == "https://data-development.appattest.apple.com/v1/attestationData")
        #expect(Base64.decode(String(decoding: production.body, as: UTF8.self)) == stored.encoding)
        #expect(production.authorization.split(separator: ".").count == 3)
    }

    @Test("a new receipt of this key replaces the old one")
    func replaced() throws {
        guard case .replace(let receipt) = decide(200, try answer()) else {
            Issue.record("not replaced")
            return
        }
        #expect(receipt.riskMetric == 2)
        #expect(receipt.kind == .receipt)
        guard case .replace = decide(200, try answer() + [0x0D, 0x0A]) else {
            Issue.record("not replaced, with a line end")
            return
        }
    }

    @Test("what is no receipt of this key replaces nothing")
    func answerRefused() throws {
        let other = try SyntheticAppAttestDevice(authority: authority, app: device.app, random: SystemRandom())
            .attestation(clientDataHash: SHA256.hash([1]), now: Self.now).leaf()
        #expect(decide(200) == .answerRefused(.receiptSize))
        #expect(decide(200, Array("{}".utf8)) == .answerRefused(.receiptEncoding))
        #expect(decide(200, [0xFF]) == .answerRefused(.receiptEncoding))
        #expect(decide(200, [UInt8](repeating: 0x41, count: 40_000)) == .answerRefused(.receiptSize))
        #expect(decide(200, Array(Base64.encode([1, 2, 3]).utf8)) == .answerRefused(.receiptEncoding))
        #expect(decide(200, Array(Base64.encode(stored.encoding).utf8)) == .answerRefused(.receiptKind))
        #expect(decide(200, try answer(certificate: other)) == .answerRefused(.receiptKey))
        #expect(decide(200, try answer(metric: "many")) == .answerRefused(.receiptField))
    }

    @Test("each status has its decision")
    func statuses() {
        #expect(decide(304) == .askAgain(at: Self.now + 86_400))
        #expect(decide(400) == .receiptRefused)
        #expect(decide(401) == .credentialsRefused)
        #expect(decide(404) == .forgotten)
        #expect(decide(429) == .askAgain(at: Self.now + 3600))
        #expect(decide(429, retryAfter: 7) == .askAgain(at: Self.now + 7))
        #expect(decide(429, retryAfter: .max) == .askAgain(at: Self.now + 86_400))
        #expect(decide(429, retryAfter: -5) == .askAgain(at: Self.now + 1))
        for status in [nil, 500, 502, 503, 302, 204, 418] as [Int?] {
            #expect(decide(status) == .askAgain(at: Self.now + 3600))
        }
    }

    @Test("a receipt is exchanged between the time that it names and its end")
    func due() throws {
        #expect(RiskMetricExchange.isDue(stored, now: Self.now))
        #expect(!RiskMetricExchange.isDue(stored, now: Self.now + 90 * 86_400))
        guard case .replace(let receipt) = decide(200, try answer()) else {
            Issue.record("not replaced")
            return
        }
        #expect(!RiskMetricExchange.isDue(receipt, now: Self.now + 86_399))
        #expect(RiskMetricExchange.isDue(receipt, now: Self.now + 86_400))
        let later = exchange.decision(
            status: 304, body: [], retryAfter: nil, stored: receipt, publicKey: device.publicKey, now: Self.now + 5)
        #expect(later == .askAgain(at: Self.now + 86_400))
        // The service asks only when that time has passed: 304 must not bring the question back at once.
        let refused = exchange.decision(
            status: 304, body: [], retryAfter: nil, stored: receipt, publicKey: device.publicKey,
            now: Self.now + 86_400)
        #expect(refused == .askAgain(at: Self.now + 86_400 + 3600))
    }
}
