/// What an attestation has proved of a key.
public struct NewAttestedKey: Sendable {
    /// 32 bytes
    public var keyId: [UInt8]
    /// "ios" or "android"
    public var platform: String
    /// "production" or "development"
    public var environment: String
    public var appId: String
    /// Uncompressed point, 65 bytes
    public var publicKey: [UInt8]
    /// What the maker gave with it, to be exchanged for a judgement of the device later.
    public var receipt: [UInt8]
    public var bundleVersion: String?
    public var category: UInt32?

    public init(
        keyId: [UInt8], platform: String, environment: String, appId: String, publicKey: [UInt8], receipt: [UInt8],
        bundleVersion: String? = nil, category: UInt32? = nil
    ) {
        self.keyId = keyId
        self.platform = platform
        self.environment = environment
        self.appId = appId
        self.publicKey = publicKey
        self.receipt = receipt
        self.bundleVersion = bundleVersion
        self.category = category
    }
}
