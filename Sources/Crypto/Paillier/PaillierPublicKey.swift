/// N and what is computed from it once. The key is the phone's; the server only ever works with this half.
public final class PaillierPublicKey: Sendable {
    public let suite: Suite
    /// Z_N
    public let N: Modulus
    /// Z_(N²), and Z_N for long public powers.
    public let ring: NadicRing

    /// - Parameters:
    ///   - N: checked by `PaillierModulus` or made by this party
    ///   - kernel: how products are computed; for benchmarks, the fastest otherwise
    /// - Throws: `N_SIZE` when N has another length than the suite's, `MODULUS_EVEN` when it is even.
    public init(N: borrowing Integer, suite: Suite, kernel: ModularKernel = .fastest) throws(CryptoError) {
        guard holds("N_SIZE/key", N.bitLength == suite.modulusBits) else {
            throw CryptoError("N_SIZE", "N has another length")
        }
        self.suite = suite
        self.N = try Modulus(N)
        self.ring = try NadicRing(N, kernel: kernel)
    }

    /// N as `suite.n` bytes.
    public var encodedN: [UInt8] { N.value.bytes(width: suite.n) }

    /// (1+N)^m = 1 + mN mod N², the identity that makes this power free.
    /// - Parameter m: any integer; reduced modulo N
    func generatorPower(_ m: borrowing Integer) -> Integer {
        Integer(1) + m.modulo(N.value) * N.value
    }

    /// Enc(m; r) = (1+N)^m r^N mod N².
    /// - Parameters:
    ///   - m: any integer; reduced modulo N
    ///   - r: a unit modulo N
    public func encrypt(_ m: borrowing Integer, randomness r: borrowing Integer) -> Integer {
        let noise = ring.power(ring.element(r, Integer(0)), publicExponent: N.value)
        return ring.integer(ring.multiply(ring.element(Integer(1), m.modulo(N.value)), noise))
    }

    /// Checks a ciphertext that came from outside.
    /// - Throws: `C_ENCODING` (width), `C_RANGE` (not in (0, N²)), `C_COPRIME` (shares a factor with N).
    public func decodeCiphertext(_ bytes: [UInt8]) throws(CryptoError) -> Integer {
        guard holds("C_ENCODING", bytes.count == suite.n2) else {
            throw CryptoError("C_ENCODING", "a ciphertext has \(suite.n2) bytes")
        }
        let c = Integer(bytes: bytes)
        guard holds("C_RANGE/zero", c.sign > 0), holds("C_RANGE/high", c < ring.N2) else {
            throw CryptoError("C_RANGE", "a ciphertext lies in (0, N²)")
        }
        guard holds("C_COPRIME", c.isCoprime(to: N.value)) else {
            throw CryptoError("C_COPRIME", "a ciphertext is coprime to N")
        }
        return c
    }
}
