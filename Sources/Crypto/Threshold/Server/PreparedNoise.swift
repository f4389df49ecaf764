/// rr^N mod N², made ahead of S3: the only part of c3 that depends on neither v nor R. Used once: a second c3 with the
/// same noise would give the phone their ratio (threshold-ecdsa E.3).
public struct PreparedNoise: ~Copyable, Sendable {
    let power: Integer

    /// Draws rr uniformly in [1, N): a short or structured rr would leak v to the phone, which knows the factors
    /// (threshold-ecdsa B26).
    public init(key: PaillierPublicKey, random: some RandomSource) {
        let bits = key.suite.modulusBits + 128
        let rr = Integer.random(bits: bits, from: random).secretModulo(key.N.value, bits: bits)
        self.init(key: key, rr: rr)
    }

    /// - Parameter rr: in [1, N)
    @_spi(Deterministic)
    public init(key: PaillierPublicKey, rr: borrowing Integer) {
        power = key.N2.powerSecretBase(rr, publicExponent: key.N.value)
    }
}
