/// rr^N mod N², made ahead of S3: the only part of c3 that depends on neither v nor R. Used once: a second c3 with the
/// same noise would give the phone their ratio (threshold-ecdsa E.3).
public struct PreparedNoise: ~Copyable, Sendable {
    /// The key that it was made for, with its ring: at prove it need not be made again.
    public let key: PaillierPublicKey
    let power: NadicElement
    /// The same value computed along the other way; nil where c3 is not computed twice.
    let second: NadicElement?

    /// Draws rr uniformly in [1, N): a short or structured rr would leak v to the phone, which knows the factors
    /// (threshold-ecdsa B26).
    public init(key: PaillierPublicKey, random: some RandomSource) {
        self.init(key: key, rr: Self.draw(for: key, random: random))
    }

    /// The same for a c3 that is computed twice. The two values are compared where all of c3 is: what memory does to
    /// one of them until then shows as well.
    /// - Throws: as `NadicRing.init`
    public init(key: PaillierPublicKey, check: FaultCheck?, random: some RandomSource) throws(CryptoError) {
        guard let check else {
            self.init(key: key, random: random)
            return
        }
        let rr = Self.draw(for: key, random: random)
        let power = Self.power(rr, key)
        check.reach(.noise, power)
        let ring = try check.ring(key.encodedN)
        self.init(key: key, power: power, second: check.noise(rr, in: ring))
    }

    private init(key: PaillierPublicKey, power: consuming NadicElement, second: consuming NadicElement?) {
        self.key = key
        self.power = power
        self.second = second
    }

    static func draw(for key: PaillierPublicKey, random: some RandomSource) -> Integer {
        let bits = key.suite.modulusBits + 128
        return Integer.random(bits: bits, from: random).secretModulo(key.N.value, bits: bits)
    }

    /// - Parameter rr: in [1, N)
    @_spi(Deterministic)
    public init(key: PaillierPublicKey, rr: borrowing Integer) {
        self.init(key: key, power: Self.power(rr, key), second: nil)
    }

    private static func power(_ rr: borrowing Integer, _ key: PaillierPublicKey) -> NadicElement {
        key.ring.power(key.ring.element(rr, Integer(0)), publicExponent: key.N.value)
    }
}
