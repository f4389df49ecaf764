/// What a deployment lets in. Nothing of it comes from the phone, and nothing else decides.
public struct AppAttestPolicy: Sendable {
    /// A receipt that has just come with its attestation is not older than this (Apple: five minutes), in seconds.
    public static let receiptAge: Int64 = 300

    /// DER of the roots that attestations may end at.
    public let roots: [[UInt8]]
    /// DER of the roots that receipts may end at: another one than that of the attestations.
    public let receiptRoots: [[UInt8]]
    /// `<team id>.<bundle id>`, each an app of this service.
    public let appIDs: [String]
    public let environments: Set<AppAttestEnvironment>
    public let categories: AppAttestCategories
    /// How old a receipt of an attestation may be, in seconds.
    public let receiptAge: Int64

    /// Checks what can be checked before the first phone comes.
    /// - Parameters:
    ///   - roots: `AppleRoots.appAttestation` in production
    ///   - receiptRoots: `AppleRoots.receipts` in production
    ///   - appIDs: `<10 characters>.<bundle id>`, at least one
    ///   - environments: at least one; in production nothing but `.production`
    ///   - receiptAge: seconds
    /// - Throws: `ATTESTATION_POLICY` when a list is empty, a root is no self-signed certificate of an authority or an
    ///   app id has another form.
    public init(
        roots: [[UInt8]], receiptRoots: [[UInt8]], appIDs: [String], environments: Set<AppAttestEnvironment>,
        categories: AppAttestCategories, receiptAge: Int64 = Self.receiptAge
    ) throws(CryptoError) {
        guard !roots.isEmpty, !receiptRoots.isEmpty, !appIDs.isEmpty, !environments.isEmpty, receiptAge >= 0 else {
            throw CryptoError("ATTESTATION_POLICY", "roots, app ids and environments are at least one each")
        }
        for root in roots + receiptRoots {
            guard let details = try? CertificateInspector.inspect(root), details.isAuthority,
                details.issuerName == details.subjectName
            else {
                throw CryptoError("ATTESTATION_POLICY", "not the self-signed certificate of an authority")
            }
        }
        for appID in appIDs where !Self.isAppID(appID) {
            throw CryptoError("ATTESTATION_POLICY", "an app id is <team of 10 characters>.<bundle id>")
        }
        self.roots = roots
        self.receiptRoots = receiptRoots
        self.appIDs = appIDs
        self.environments = environments
        self.categories = categories
        self.receiptAge = receiptAge
    }

    /// Ten capital letters or digits, a full stop, a bundle id of letters, digits, `-` and `.`.
    private static func isAppID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (12...255).contains(bytes.count), bytes[10] == UInt8(ascii: ".") else { return false }
        let isUpper = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) }
        return bytes[..<10].allSatisfy(isUpper)
            && bytes[11...].allSatisfy { isUpper($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
}
