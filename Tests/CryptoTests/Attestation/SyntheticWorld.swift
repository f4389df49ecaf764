@testable import Crypto

/// Roots, an app and a device without Apple, and a second world that shares nothing with it but the names.
struct SyntheticWorld: Sendable {
    /// 2026-05-28T20:26:40Z.
    static let now: Int64 = 1_780_000_000
    static let app = SyntheticAppAttestDevice.App(appID: "TEAM123456.org.example.eid", environment: .production)
    static let clientDataHash = SHA256.hash(Array("challenge".utf8))

    let authority: SyntheticAppAttestAuthority
    let stranger: SyntheticAppAttestAuthority

    private static let shared = Result { try SyntheticWorld() }

    static func make() throws -> SyntheticWorld { try shared.get() }

    private init() throws {
        authority = try SyntheticAppAttestAuthority(
            seed: Octets.secret([UInt8](repeating: 1, count: 32)), now: Self.now)
        stranger = try SyntheticAppAttestAuthority(seed: Octets.secret([UInt8](repeating: 2, count: 32)), now: Self.now)
    }

    func device(_ app: SyntheticAppAttestDevice.App = Self.app) throws -> SyntheticAppAttestDevice {
        try SyntheticAppAttestDevice(authority: authority, app: app, random: SystemRandom())
    }

    func policy(
        environments: Set<AppAttestEnvironment> = [.production], categories: AppAttestCategories = .any
    ) throws -> AppAttestPolicy {
        try AppAttestPolicy(
            roots: [authority.root], receiptRoots: [authority.receiptRoot],
            appIDs: ["TEAM123456.org.example.other", Self.app.appID], environments: environments,
            categories: categories)
    }
}

extension AppAttestVerifier {
    /// Why an attestation is refused; `nil` when it is not.
    func refusal(
        of object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8] = SyntheticWorld.clientDataHash,
        now: Int64 = SyntheticWorld.now
    ) -> AttestationError? {
        do {
            _ = try verifyAttestation(object, keyID: keyID, clientDataHash: clientDataHash, now: now)
            return nil
        } catch {
            return error
        }
    }

    /// Why an assertion is refused; `nil` when it is not.
    func refusal(
        ofAssertion object: [UInt8], publicKey: [UInt8], appID: String = SyntheticWorld.app.appID,
        clientDataHash: [UInt8] = SyntheticWorld.clientDataHash
    ) -> AttestationError? {
        do {
            _ = try verifyAssertion(object, publicKey: publicKey, appID: appID, clientDataHash: clientDataHash)
            return nil
        } catch {
            return error
        }
    }
}
