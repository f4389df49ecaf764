import Crypto

/// Which phones' keys are let in; see docs/operations.md for the names.
public struct AttestationSettings: Sendable {
    /// Whether phones must attest.
    public var isRequired: Bool
    /// `<team id>.<bundle id>` of each app.
    public var appIDs: [String]
    public var environments: Set<AppAttestEnvironment>
    /// Which categories of iOS 27 are let in, and whether phones that say none are.
    public var categories: AppAttestCategories
    /// File with a root of one's own instead of Apple's, for phones that are none.
    public var rootFile: String?
    /// Nil where no Android phone is let in.
    public var android: AndroidAttestationSettings?

    static let names =
        [
            "TAMGA_REQUIRE_ATTESTATION", "TAMGA_ATTESTATION_APP_IDS", "TAMGA_ATTESTATION_ENVIRONMENTS",
            "TAMGA_ATTESTATION_CATEGORIES", "TAMGA_ATTESTATION_ROOT_FILE",
        ] + AndroidAttestationSettings.names
    private static let alias = "SMARTID_REQUIRE_ATTESTATION"

    init(_ environment: Environment) throws(ConfigurationError) {
        isRequired = try Self.isRequired(environment)
        appIDs = Self.list(environment.text("TAMGA_ATTESTATION_APP_IDS"))
        environments = try Self.environments(environment)
        categories = try Self.categories(environment)
        rootFile = environment.text("TAMGA_ATTESTATION_ROOT_FILE")
        android = try AndroidAttestationSettings.read(environment)
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

    /// Numbers as Apple gives them, and `none` for phones that say nothing, as those before iOS 27 do.
    private static func categories(_ environment: Environment) throws(ConfigurationError) -> AppAttestCategories {
        guard let text = environment.text("TAMGA_ATTESTATION_CATEGORIES") else { return .any }
        let items = list(text)
        let numbers = items.filter { $0 != "none" }.compactMap { UInt32($0) }
        guard !numbers.isEmpty, numbers.count == items.filter({ $0 != "none" }).count else {
            throw ConfigurationError(
                "TAMGA_ATTESTATION_CATEGORIES is no list of Apple's numbers (4: App Store), with none for phones that "
                    + "say nothing")
        }
        return AppAttestCategories(
            allowed: Set(numbers), absence: items.contains("none") ? .accepted : .refused)
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
        try android?.requireServable(isTrial: isTrial)
        _ = try judge()
    }

    /// - Returns: nil where attestation is off
    func judge() throws(ConfigurationError) -> AttestationJudge? {
        guard isRequired else { return nil }
        guard !appIDs.isEmpty || android != nil else {
            throw ConfigurationError(
                "TAMGA_ATTESTATION_APP_IDS is not set: name the apps whose phones are let in, each as "
                    + "TEAMID.bundle.id, separated by commas, or those of Android in TAMGA_ATTESTATION_ANDROID_APPS. "
                    + "To try the service out without phones set TAMGA_REQUIRE_ATTESTATION=false")
        }
        return AttestationJudge(apple: try applePolicy(), android: try android?.judge())
    }

    /// - Returns: nil where attestation is off, or no iPhone is let in
    func applePolicy() throws(ConfigurationError) -> AppAttestPolicy? {
        guard isRequired, !appIDs.isEmpty else { return nil }
        let own = try rootFile.map { (path) throws(ConfigurationError) in
            try Self.certificates(path, as: "TAMGA_ATTESTATION_ROOT_FILE")
        }
        do throws(CryptoError) {
            return try AppAttestPolicy(
                roots: own ?? AppleRoots.appAttestation, receiptRoots: own ?? AppleRoots.receipts, appIDs: appIDs,
                environments: environments, categories: categories)
        } catch {
            throw ConfigurationError("the settings of attestation do not fit: \(error.reason)")
        }
    }

    /// The certificates of a PEM file.
    static func certificates(_ path: String, as name: String) throws(ConfigurationError) -> [[UInt8]] {
        let bytes = try FileBytes.read(path, limit: 65_536, as: name)
        guard let roots = try? PEM.decode(String(decoding: bytes, as: UTF8.self)), !roots.isEmpty else {
            throw ConfigurationError("\(name): \(path) holds no certificate as PEM")
        }
        return roots
    }
}
