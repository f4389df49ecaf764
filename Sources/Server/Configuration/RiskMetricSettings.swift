import Crypto
import Wire

/// Whether and with which key receipts of App Attest are exchanged for a risk metric; see docs/operations.md for the
/// names. Off unless all of the key's settings are there.
public struct RiskMetricSettings: Sendable {
    /// Ten characters, with which the app ids begin.
    public var teamID: String
    /// Ten characters.
    public var keyID: String
    /// PEM file of the key (`.p8`).
    public var keyFile: String
    /// Where to ask instead of Apple's servers, without the path.
    public var service: OutgoingURL?

    static let names = ["TEAM_ID", "KEY_ID", "KEY_FILE", "URL"].map { prefix + $0 }
    private static let prefix = "TAMGA_RISK_METRIC_"

    /// Nil where it is off.
    static func read(_ environment: Environment) throws(ConfigurationError) -> RiskMetricSettings? {
        guard names.contains(where: { environment.text($0) != nil }) else { return nil }
        return try RiskMetricSettings(environment)
    }

    private init(_ environment: Environment) throws(ConfigurationError) {
        teamID = try Self.identifier(environment, "TEAM_ID")
        keyID = try Self.identifier(environment, "KEY_ID")
        guard let file = environment.text(Self.prefix + "KEY_FILE") else {
            throw ConfigurationError("\(Self.prefix)KEY_FILE is not set: the .p8 file of a key with DeviceCheck")
        }
        keyFile = file
        service = try environment.text(Self.prefix + "URL").map { (text) throws(ConfigurationError) in
            guard let url = OutgoingURL(text), !text.hasSuffix("/"), !text.contains("?") else {
                throw ConfigurationError(
                    "\(Self.prefix)URL is no https address (or http of this machine) without a slash at its end")
            }
            return url
        }
    }

    /// Ten capital letters and digits, as Apple's are.
    private static func identifier(
        _ environment: Environment, _ name: String
    ) throws(ConfigurationError) -> String {
        guard let text = environment.text(prefix + name), text.utf8.count == 10,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { throw ConfigurationError("\(prefix)\(name) is not ten capital letters and digits") }
        return text
    }

    /// - Parameter attestation: whose receipts are exchanged
    /// - Throws: `ConfigurationError` when there is nothing to exchange, or no key in the file
    func exchange(for attestation: AttestationSettings) throws(ConfigurationError) -> RiskMetricExchange {
        guard let policy = try attestation.applePolicy(), policy.appIDs.contains(where: { $0.hasPrefix(teamID + ".") })
        else {
            throw ConfigurationError(
                "\(Self.prefix)TEAM_ID is the team of none of TAMGA_ATTESTATION_APP_IDS, or attestation is off")
        }
        let name = Self.prefix + "KEY_FILE"
        let pem = try FileBytes.readSecret(keyFile, limit: 16_384, as: name)
        do throws(CryptoError) {
            let key = DeviceCheckKey(teamID: teamID, keyID: keyID, key: try P256SigningKey(pem: pem))
            return RiskMetricExchange(
                key: key, verifier: AppAttestReceiptVerifier(policy: policy), service: service)
        } catch {
            throw ConfigurationError("\(name): \(keyFile): \(error.reason)")
        }
    }
}
