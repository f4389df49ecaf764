/// k2: made for one attempt, held in memory by the process that made it, used once.
public struct SigningNonce: ~Copyable, Sendable {
    let k2: Scalar
    let R2: Point

    /// - Throws: `SCHNORR_NONCE` when k2 is zero
    @_spi(Deterministic)
    public init(k2: consuming Scalar) throws(CryptoError) {
        guard let R2 = Point.generator(times: k2) else { throw CryptoError("SCHNORR_NONCE", "k2 is zero") }
        self.k2 = k2
        self.R2 = R2
    }

    /// Hedged: HKDF(x2, 64 random bytes, H("nonce/k2", sid1, C, m)) mod q, so that a bad generator alone leaks nothing.
    init(
        x2: borrowing Scalar, sid1: [UInt8], commitment: [UInt8], digest: [UInt8], random: some RandomSource
    ) throws(CryptoError) {
        var info = Transcript("nonce/k2")
        info.append(sid1)
        info.append(commitment)
        info.append(digest)
        try self.init(k2: HedgedNonce.derive(secret: x2, salt: fresh(64, from: random), info: info.digest))
    }
}
