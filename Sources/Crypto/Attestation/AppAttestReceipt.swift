/// A receipt of App Attest whose signature and chain have been verified, as values.
public struct AppAttestReceipt: Sendable, Equatable {
    public enum Kind: String, Sendable {
        /// Came with an attestation.
        case attest = "ATTEST"
        /// Came from Apple's server in exchange for an earlier one; carries a risk metric.
        case receipt = "RECEIPT"
    }

    /// The whole CMS message, as it came: what is stored and exchanged.
    public let encoding: [UInt8]
    public let appID: String
    /// DER of the attested key's certificate.
    public let certificate: [UInt8]
    /// What the phone attested over. In an exchanged receipt Apple's bytes are mangled: of no use there.
    public let clientHash: [UInt8]
    public let kind: Kind
    /// `sandbox` or `production`. Apple does not document the field, so nothing hangs on it.
    public let environment: String?
    /// Unix milliseconds.
    public let createdAt: Int64
    /// About how many keys of this app the device has attested in the last 30 days; in an exchanged receipt only.
    public let riskMetric: UInt32?
    /// Unix milliseconds: not to be exchanged again before; in an exchanged receipt only.
    public let notBefore: Int64?
    /// Unix milliseconds.
    public let expiresAt: Int64
}
