/// rr^N mod N², made ahead of S3: the only part of c3 that depends on neither v nor R. Used once: a second c3 with the
/// same noise would give the phone their ratio (threshold-ecdsa E.3).
public struct PreparedNoise: ~Copyable, Sendable {
    /// The key that it was made for, with its ring: at prove it need not be made again.
    public let key: PaillierPublicKey
    let power: NadicElement

    /// Draws rr uniformly in [1, N): a short or structured rr would leak v to the phone, which knows the factors
    /// (threshold-ecdsa B26).
    public init(key: PaillierPublicKey, random: some RandomSource) {
        self.init(key: key, rr: Self.draw(for: key, random: random))
    }

    static func draw(for key: PaillierPublicKey, random: some RandomSource) -> Integer {
        let bits = key.suite.modulusBits + 128
        return Integer.random(bits: bits, from: random).secretModulo(key.N.value, bits: bits)
    }

    /// - Parameter rr: in [1, N)
    @_spi(Deterministic)
    public init(key: PaillierPublicKey, rr: borrowing Integer) {
        self.key = key
        power = key.ring.power(key.ring.element(rr, Integer(0)), publicExponent: key.N.value)
    }
}
