/// The toy curve and ECDSA over it once more, with nothing but small numbers: no library, no code of the product.
/// The formulas are those of the chord and the tangent (SEC 1 §2.2.1) and of FIPS 186-4 §6.
enum Oracle {
    static let p = 17
    static let a = 7
    static let b = 4
    static let q = 13

    struct Point: Hashable, Sendable {
        let x: Int
        let y: Int
    }

    /// k·G for k = 0…12; nil is the point at infinity.
    static let multiples: [Point?] = {
        var out: [Point?] = [nil]
        for _ in 1..<q { out.append(add(out[out.count - 1], Point(x: 2, y: 3))) }
        return out
    }()

    static func isOnCurve(x: Int, y: Int) -> Bool {
        (0..<p).contains(x) && (0..<p).contains(y) && (y * y - x * x * x - a * x - b) % p == 0
    }

    static func add(_ first: Point?, _ second: Point?) -> Point? {
        guard let first else { return second }
        guard let second else { return first }
        let slope: Int
        if first.x == second.x {
            if (first.y + second.y) % p == 0 { return nil }
            slope = (3 * first.x * first.x + a) * inverse(2 * first.y, p)
        } else {
            slope = (second.y - first.y) * inverse(second.x - first.x, p)
        }
        let x = modulo(slope * slope - first.x - second.x, p)
        return Point(x: x, y: modulo(slope * (first.x - x) - first.y, p))
    }

    static func modulo(_ value: Int, _ m: Int) -> Int { ((value % m) + m) % m }

    /// By trial; the modulus is a prime.
    static func inverse(_ value: Int, _ m: Int) -> Int { (1..<m).first { modulo(value * $0, m) == 1 } ?? 0 }

    /// r of the nonce k.
    static func r(_ k: Int) -> Int { (multiples[modulo(k, q)]?.x ?? 0) % q }

    static func low(_ s: Int) -> Int { min(s, q - s) }

    /// What one signer with the whole key makes: (r, low s), or nil when r or s is zero.
    static func sign(x: Int, k: Int, m: Int) -> (r: Int, s: Int)? {
        let r = r(k), s = modulo(inverse(k, q) * (m + r * x), q)
        return r == 0 || s == 0 ? nil : (r, low(s))
    }

    /// - Parameter x: the logarithm of the public key
    static func verifies(r: Int, s: Int, m: Int, x: Int) -> Bool {
        guard (1..<q).contains(r), (1..<q).contains(s) else { return false }
        let w = inverse(s, q)
        guard let sum = multiples[modulo(m * w + r * w * x, q)] else { return false }
        return sum.x % q == r
    }
}
