import Crypto

/// Which phones' keys are let in; see docs/operations.md for the names.
public struct AttestationSettings: Sendable {
    /// Whether phones must attest.
    public var isRequired: Bool
    /// `<team id>.<bundle id>` of each app.
    public var appIDs: [String]
    public var environments: Set<AppAttestEnvironment>
    /// File with a root of one's own instead of Apple's, for phones that are none.
    public var rootFile: String?

    static let names = [
        "TAMGA_REQUIRE_ATTESTATION", "TAMGA_ATTESTATION_APP_IDS", "TAMGA_ATTESTATION_ENVIRONMENTS",
        "TAMGA_ATTESTATION_ROOT_FILE",
    ]
    private static let alias = "SMARTID_REQUIRE_ATTESTATION"

    init(_ environment: Environment) throws(ConfigurationError) {
        isRequired = try Self.isRequired(environment)
        appIDs = Self.list(environment.text("TAMGA_ATTESTATION_APP_IDS"))
        environments = try Self.environments(environment)
        rootFile = environment.text("TAMGA_ATTESTATION_ROOT_FILE")
    }

    private static func isRequired(_ environment: Environment) throws(ConfigurationError) -> Bool {
        let other = environment.text(alias)
        let name = environment.text("TAMGA_REQUIRE_ATTESTATION")
        if let other, let name, other != name {
            throw ConfigurationError("TAMGA_REQUIRE_ATTESTATION and \(alias) contradict each other")
        }
        return try environment.flag(name == nil ? alias : "TAMGA_REQUIRE_ATTESTATION", default: true)
    }

    private static func environments(
        _ environment: Environment
    ) throws(ConfigurationError) -> Set<AppAttestEnvironment> {
        let names = list(environment.text("TAMGA_ATTESTATION_ENVIRONMENTS") ?? AppAttestEnvironment.production.name)
        let known = AppAttestEnvironment.allCases.filter { names.contains($0.name) }
        guard !known.isEmpty, known.count == Set(names).count else {
            throw ConfigurationError("TAMGA_ATTESTATION_ENVIRONMENTS is neither production nor development nor both")
        }
        return Set(known)
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { String($0.trimmingBlanks()) }.filter { !$0.isEmpty }
    }

    /// What `serve` asks of these settings.
    /// - Parameter isTrial: the service is for trying out, by another setting
    /// - Throws: `ConfigurationError` with what to do
    func requireServable(isTrial: Bool) throws(ConfigurationError) {
        guard isRequired || isTrial else {
            throw ConfigurationError(
                "TAMGA_REQUIRE_ATTESTATION=false takes any client for a phone: it is for trying out, with "
                    + "TAMGA_KYC_PROVIDER=dev or TAMGA_DEMO=true")
        }
        guard rootFile == nil || isTrial else {
            throw ConfigurationError(
                "TAMGA_ATTESTATION_ROOT_FILE lets in keys that no phone holds: it is for trying out, with "
                    + "TAMGA_KYC_PROVIDER=dev or TAMGA_DEMO=true")
        }
        _ = try policy()
    }

    /// - Returns: nil where attestation is off
    func policy() throws(ConfigurationError) -> AppAttestPolicy? {
        guard isRequired else { return nil }
        guard !appIDs.isEmpty else {
            throw ConfigurationError(
                "TAMGA_ATTESTATION_APP_IDS is not set: name the apps whose phones are let in, each as TEAMID.bundle.id, "
                    + "separated by commas. To try the service out without phones set TAMGA_REQUIRE_ATTESTATION=false")
        }
        let own = try rootFile.map { (path) throws(ConfigurationError) in try Self.roots(path) }
        do throws(CryptoError) {
            return try AppAttestPolicy(
                roots: own ?? AppleRoots.appAttestation, receiptRoots: own ?? AppleRoots.receipts, appIDs: appIDs,
                environments: environments, categories: .any)
        } catch {
            throw ConfigurationError("the settings of attestation do not fit: \(error.reason)")
        }
    }

    /// The certificates of a PEM file.
    private static func roots(_ path: String) throws(ConfigurationError) -> [[UInt8]] {
        let bytes = try FileBytes.read(path, limit: 65_536, as: "TAMGA_ATTESTATION_ROOT_FILE")
        guard let roots = try? PEM.decode(String(decoding: bytes, as: UTF8.self)), !roots.isEmpty else {
            throw ConfigurationError("TAMGA_ATTESTATION_ROOT_FILE: \(path) holds no certificate as PEM")
        }
        return roots
    }
}
