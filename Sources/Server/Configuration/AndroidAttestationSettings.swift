import Crypto
import Wire

/// Which Android phones' keys are let in; see docs/operations.md for the names.
public struct AndroidAttestationSettings: Sendable {
    /// Package names, each with SHA-256 of the certificates that may sign it.
    public var applications: [String: Set<[UInt8]>]
    public var minimumLevel: AndroidSecurityLevel
    public var requiresVerifiedBoot: Bool
    /// Year and month, such as 202401; nil: any.
    public var minimumPatchLevel: Int?
    /// File with Google's list of revoked attestation keys.
    public var revocationFile: String
    /// How long that file is believed.
    public var revocationHours: Int
    /// File with roots of one's own instead of Google's, for phones that are none.
    public var rootFile: String?

    static let names = [
        "APPS", "LEVEL", "VERIFIED_BOOT", "PATCH_LEVEL", "REVOCATION_FILE", "REVOCATION_HOURS", "ROOT_FILE",
    ]
    .map { prefix + $0 }
    private static let prefix = "TAMGA_ATTESTATION_ANDROID_"

    /// Nil where no Android phone is let in.
    static func read(_ environment: Environment) throws(ConfigurationError) -> AndroidAttestationSettings? {
        guard let apps = environment.text(prefix + "APPS") else {
            if let name = names.first(where: { environment.text($0) != nil }) {
                throw ConfigurationError("\(name) without \(prefix)APPS: no Android phone is let in")
            }
            return nil
        }
        return try AndroidAttestationSettings(environment, apps: apps)
    }

    private init(_ environment: Environment, apps: String) throws(ConfigurationError) {
        applications = try Self.applications(apps)
        switch environment.text(Self.prefix + "LEVEL") ?? "tee" {
        case "tee": minimumLevel = .trustedEnvironment
        case "strongbox": minimumLevel = .strongBox
        default: throw ConfigurationError("\(Self.prefix)LEVEL is neither tee nor strongbox")
        }
        requiresVerifiedBoot = try environment.flag(Self.prefix + "VERIFIED_BOOT", default: true)
        minimumPatchLevel = try environment.text(Self.prefix + "PATCH_LEVEL").map(Self.patchLevel)
        guard let file = environment.text(Self.prefix + "REVOCATION_FILE") else {
            throw ConfigurationError(
                "\(Self.prefix)REVOCATION_FILE is not set: keep the list that "
                    + "https://android.googleapis.com/attestation/status serves in a file, and name it")
        }
        revocationFile = file
        revocationHours = try environment.integer(Self.prefix + "REVOCATION_HOURS", in: 1...720, default: 48)
        rootFile = environment.text(Self.prefix + "ROOT_FILE")
    }

    /// `package=SHA-256` pairs; a package with several certificates stands there several times.
    private static func applications(_ text: String) throws(ConfigurationError) -> [String: Set<[UInt8]>] {
        var applications: [String: Set<[UInt8]>] = [:]
        for item in text.split(separator: ",") {
            let parts = item.trimmingBlanks().split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            // As keytool prints a digest, with colons, or without.
            guard parts.count == 2, isPackage(parts[0]),
                let digest = Hex.decode(parts[1].replacing(":", with: "").lowercased()), digest.count == 32
            else {
                throw ConfigurationError(
                    "\(prefix)APPS is no list of PACKAGE=SHA256, separated by commas: the SHA-256 of the certificate "
                        + "that signs the app, as 64 hexadecimal digits")
            }
            applications[parts[0], default: []].insert(digest)
        }
        guard !applications.isEmpty else { throw ConfigurationError("\(prefix)APPS names no app") }
        return applications
    }

    /// At least two segments of letters, digits and `_`, each beginning with a letter.
    private static func isPackage(_ name: String) -> Bool {
        let segments = name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        return name.utf8.count <= 255 && segments.count >= 2
            && segments.allSatisfy { segment in
                segment.first.map(isLetter) ?? false
                    && segment.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
            }
    }

    private static func patchLevel(_ text: String) throws(ConfigurationError) -> Int {
        let digits = text.replacing("-", with: "")
        guard text.utf8.count <= 7, digits.utf8.count == 6, let level = Int(digits), level >= 200_000,
            (1...12).contains(level % 100)
        else { throw ConfigurationError("\(prefix)PATCH_LEVEL is no month, such as 2024-01") }
        return level
    }

    /// - Throws: `ConfigurationError` for what lets in phones that prove nothing, in a service that is not for trying
    ///   out
    func requireServable(isTrial: Bool) throws(ConfigurationError) {
        guard !isTrial else { return }
        let loose = [
            (rootFile != nil, "ROOT_FILE lets in keys that no phone holds"),
            (!requiresVerifiedBoot, "VERIFIED_BOOT=false believes a system that nobody vouches for about its apps"),
        ]
        for (isSet, reason) in loose where isSet {
            throw ConfigurationError(
                "\(Self.prefix)\(reason): it is for trying out, with TAMGA_KYC_PROVIDER=dev or TAMGA_DEMO=true")
        }
    }

    func judge() throws(ConfigurationError) -> AndroidJudge {
        let own = try rootFile.map { (path) throws(ConfigurationError) in try Self.roots(path) }
        let policy = AndroidAttestationPolicy(
            roots: own ?? AndroidRoots.google, applications: applications, minimumLevel: minimumLevel,
            minimumPatchLevel: minimumPatchLevel, requiresVerifiedBoot: requiresVerifiedBoot)
        return AndroidJudge(
            verifier: AndroidAttestationVerifier(policy: policy),
            revocation: try AndroidRevocationSource(
                path: revocationFile, maximumAge: Int64(revocationHours) * 3_600))
    }

    /// The public keys of the certificates of a PEM file: what is pinned is the key.
    private static func roots(_ path: String) throws(ConfigurationError) -> [[UInt8]] {
        let name = prefix + "ROOT_FILE"
        return try AttestationSettings.certificates(path, as: name).map { (der) throws(ConfigurationError) in
            guard let details = try? CertificateInspector.inspect(der) else {
                throw ConfigurationError("\(name): \(path) holds something that is no certificate")
            }
            return details.subjectPublicKeyInfo
        }
    }
}
