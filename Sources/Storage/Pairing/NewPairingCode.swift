/// A code that is about to be shown.
public struct NewPairingCode: Sendable {
    public let id: String
    /// 32 bytes
    public let codeHash: [UInt8]
    /// SHA-256 of the certificate that phones will meet, 32 bytes.
    public let fingerprint: [UInt8]
    /// `https://host[:port]`
    public let baseURL: String

    public init(id: String, codeHash: [UInt8], fingerprint: [UInt8], baseURL: String) {
        self.id = id
        self.codeHash = codeHash
        self.fingerprint = fingerprint
        self.baseURL = baseURL
    }
}
