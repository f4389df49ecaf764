import Crypto

/// The exponentiations of a signature as the core computes them, alone: what is left of a round without them is
/// everything else.
final class OwnPowers {
    private let key: PaillierPublicKey
    private let ckey: Integer
    private let random = SystemRandom()

    init(key: PaillierPublicKey, ckey: [UInt8]) {
        self.key = key
        self.ckey = Integer(bytes: ckey)
    }

    /// - Returns: CPU milliseconds of the powers of one signature in this mode
    func measure(_ mode: SigningMode) -> Double {
        let v = Scalar.random(from: random)
        let base = key.ring.element(Integer.random(below: key.ring.N, from: random), Integer(0))
        let share = key.ring.element(ofPublic: ckey)
        let start = ThreadClock.now()
        switch mode {
        case .ahead:
            _ = key.ring.power(base, publicExponent: key.ring.N)
            _ = key.ring.power(share, secretExponent: v)
        case .joint: _ = key.ring.noise(base, times: share, secretExponent: v)
        }
        return ThreadClock.now() - start
    }
}
