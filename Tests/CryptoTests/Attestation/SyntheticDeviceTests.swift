import TestSupport
import Testing
import Wire

@testable import Crypto

/// The device without Apple, and what the policy says of what it makes.
@Suite("App Attest: synthetic device and policy")
struct SyntheticDeviceTests {
    private let hash = SyntheticWorld.clientDataHash

    @Test("its attestations verify and give back what the app is")
    func attests() throws {
        let world = try SyntheticWorld.make()
        for environment in AppAttestEnvironment.allCases {
            for (version, category) in [(nil, nil), ("42", 4), (nil, 2), ("1.0 (7)", nil)] as [(String?, UInt32?)] {
                let device = try world.device(
                    SyntheticAppAttestDevice.App(
                        appID: SyntheticWorld.app.appID, environment: environment, bundleVersion: version,
                        category: category))
                let object = try device.attest(clientDataHash: hash, now: SyntheticWorld.now)
                let key = try AppAttestVerifier(policy: world.policy(environments: [.production, .development]))
                    .verifyAttestation(object, keyID: device.keyID, clientDataHash: hash, now: SyntheticWorld.now)
                #expect(key.keyID == device.keyID)
                #expect(key.publicKey == device.publicKey)
                #expect(key.environment == environment)
                #expect(key.appID == SyntheticWorld.app.appID)
                #expect(key.bundleVersion == version)
                #expect(key.category == category)
                #expect(key.receipt.clientHash == hash)
                #expect(device.counter == 0)
            }
        }
    }

    @Test("another process with the same seed makes attestations below the same root")
    func sameSeed() throws {
        let world = try SyntheticWorld.make()
        let again = try SyntheticAppAttestAuthority(
            seed: Octets.secret([UInt8](repeating: 1, count: 32)), now: SyntheticWorld.now + 86_400)
        let device = try SyntheticAppAttestDevice(
            authority: again, app: SyntheticWorld.app, random: SystemRandom())
        let now = SyntheticWorld.now + 86_400
        let object = try device.attest(clientDataHash: hash, now: now)
        let verifier = AppAttestVerifier(policy: try world.policy())
        #expect(again.root != world.authority.root)
        #expect(verifier.refusal(of: object, keyID: device.keyID, now: now) == nil)
    }

    @Test("Apple's roots refuse it")
    func appleRefuses() throws {
        let device = try SyntheticWorld.make().device()
        let policy = try AppAttestPolicy(
            roots: AppleRoots.appAttestation, receiptRoots: AppleRoots.receipts, appIDs: [device.app.appID],
            environments: [.production], categories: .any)
        let object = try device.attest(clientDataHash: hash, now: SyntheticWorld.now)
        let refusal = AppAttestVerifier(policy: policy).refusal(of: object, keyID: device.keyID)
        #expect(refusal == .chainUntrusted)
    }

    /// P-384 authorities and a receipt without content: everything up to the receipt is right.
    @Test(
        "attestations that an independent program made verify up to their receipt",
        arguments: ["attestation", "attestationIos27", "attestationDevelopment"])
    func independent(name: String) throws {
        let sample = try AppAttestSample("synthetic")
        let root = try PEM.decode(sample.json["rootPem"]?.string ?? "")
        let hash = try SHA256.hash(AppAttestSample.bytes(sample.json["challenge"]))
        let object = try AppAttestSample.bytes(sample.json[name])
        func refusal(_ environment: AppAttestEnvironment, _ categories: AppAttestCategories) throws
            -> AttestationError?
        {
            let policy = try AppAttestPolicy(
                roots: root, receiptRoots: AppleRoots.receipts, appIDs: [sample.appID],
                environments: [environment], categories: categories)
            return AppAttestVerifier(policy: policy).refusal(
                of: object, keyID: try sample.keyID, clientDataHash: hash, now: sample.verifyAt)
        }
        let isDevelopment = name == "attestationDevelopment"
        #expect(try refusal(isDevelopment ? .development : .production, .any) == .receiptSize)
        #expect(try refusal(isDevelopment ? .production : .development, .any) == .environment)
        let demanding = AppAttestCategories(allowed: [4], absence: .refused)
        #expect(
            try refusal(isDevelopment ? .development : .production, demanding)
                == (name == "attestationIos27" ? .receiptSize : .categoryMissing))
    }

    @Test("a policy without roots, apps or environments cannot be made")
    func policy() throws {
        let world = try SyntheticWorld.make()
        let (root, other) = (world.authority.root, world.authority.receiptRoot)
        let leaf = try world.device().attestation(clientDataHash: hash, now: SyntheticWorld.now).leaf()
        func isPossible(
            roots: [[UInt8]], receiptRoots: [[UInt8]], appIDs: [String] = [SyntheticWorld.app.appID],
            environments: Set<AppAttestEnvironment> = [.production]
        ) -> Bool {
            let policy = try? AppAttestPolicy(
                roots: roots, receiptRoots: receiptRoots, appIDs: appIDs, environments: environments, categories: .any)
            return policy != nil
        }
        #expect(isPossible(roots: [root], receiptRoots: [other]))
        #expect(!isPossible(roots: [], receiptRoots: [other]))
        #expect(!isPossible(roots: [root], receiptRoots: []))
        #expect(!isPossible(roots: [root], receiptRoots: [other], appIDs: []))
        #expect(!isPossible(roots: [root], receiptRoots: [other], environments: []))
        #expect(!isPossible(roots: [root + [0]], receiptRoots: [other]))
        #expect(!isPossible(roots: [root], receiptRoots: [leaf]))
        #expect(!isPossible(roots: [world.authority.intermediate], receiptRoots: [other]))
        for appID in [
            "org.example.eid", "TEAM12345.org.example", "team123456.org.example", "TEAM123456.", "TEAM123456org",
            "TEAM123456.org example", "TEAM123456.*", "",
        ] {
            #expect(!isPossible(roots: [root], receiptRoots: [other], appIDs: [appID]), "\(appID)")
        }
        #expect(throws: CryptoError("ATTESTATION_POLICY")) {
            try AppAttestPolicy(
                roots: [], receiptRoots: [], appIDs: [], environments: [], categories: .any)
        }
    }
}
