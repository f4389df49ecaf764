/// A nonce that a request uses up.
public struct NonceSpending: Sendable {
    /// Its one canonical text.
    public var nonce: String
    /// Unix milliseconds; when the nonce would be refused anyway.
    public var expiresAt: Int64

    public init(nonce: String, expiresAt: Int64) {
        self.nonce = nonce
        self.expiresAt = expiresAt
    }

    var statement: BoundStatement { SpentNonceStore.insert(.text(nonce), .time(expiresAt)) }
}
