/// The phone's half of one key: x1 and the Paillier secret key that decrypts c3.
public struct PhoneShare: ~Copyable, Sendable {
    public let x1: Scalar
    public let paillier: PaillierSecretKey
    public let Q: Point
    public let Q1: Point
    /// (1+N)^x1 rk^N mod N², `suite.n2` bytes.
    public let ckey: [UInt8]

    /// - Throws: `Q1_POINT` when x1 is zero.
    public init(
        x1: consuming Scalar, paillier: consuming PaillierSecretKey, Q: Point, ckey: [UInt8]
    ) throws(CryptoError) {
        guard let Q1 = Point.generator(times: x1) else { throw CryptoError("Q1_POINT", "x1 is zero") }
        self.init(x1: x1, paillier: paillier, Q: Q, Q1: Q1, ckey: ckey)
    }

    init(x1: consuming Scalar, paillier: consuming PaillierSecretKey, Q: Point, Q1: Point, ckey: [UInt8]) {
        self.x1 = x1
        self.paillier = paillier
        self.Q = Q
        self.Q1 = Q1
        self.ckey = ckey
    }
}
