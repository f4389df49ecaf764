/// A phone that brings a code.
public struct NewPairedDevice: Sendable {
    /// Its id, unless the key is known already: then it keeps the one it has.
    public let id: String
    /// 65 bytes; nil without a key.
    public let publicKey: [UInt8]?
    public let name: String?
    /// 32 bytes
    public let tokenHash: [UInt8]

    public init(id: String, publicKey: [UInt8]?, name: String?, tokenHash: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
        self.name = name
        self.tokenHash = tokenHash
    }
}
