/// What an attestation has proved: this key lives in the Secure Enclave of a genuine device and belongs to this app.
/// To be stored, with a counter of 0.
public struct AttestedKey: Sendable, Equatable {
    /// SHA-256 of the uncompressed point, 32 bytes.
    public let keyID: [UInt8]
    /// Uncompressed point (X9.63), 65 bytes.
    public let publicKey: [UInt8]
    public let environment: AppAttestEnvironment
    /// The one of the policy's app ids whose hash the phone signed.
    public let appID: String
    /// The receipt that came along, verified; `receipt.encoding` is what Apple wants back for a risk metric.
    public let receipt: AppAttestReceipt
    /// CFBundleVersion of the app, from iOS 27 on.
    public let bundleVersion: String?
    /// The validation category, from iOS 27 on.
    public let category: UInt32?
}
