@_spi(Deterministic) import Crypto

/// Points, scalars and ECDSA: every element against the oracle.
enum CurveCases {
    static func run(_ tally: Tally) throws(CryptoError) {
        decoding(tally)
        try multiples(tally)
        try scalars(tally)
        try verification(tally)
    }

    /// Exactly the points of the curve are points, in one encoding each.
    private static func decoding(_ tally: Tally) {
        for x in 0..<40 {
            for y in 0..<40 {
                let code = Oracle.isOnCurve(x: x, y: y) ? nil : "POINT_INVALID"
                tally.expect("encodings of points", code: code, "(\(x), \(y))") { () throws(CryptoError) in
                    _ = try Point(encoding: Value.encoding(x: x, y: y))
                }
            }
        }
        let good = Value.point(1)
        for prefix in 0..<256 where prefix != 4 {
            tally.expect("prefixes of points", code: "POINT_ENCODING", "\(prefix)") { () throws(CryptoError) in
                _ = try Point(encoding: [UInt8(prefix)] + good.dropFirst())
            }
        }
        for count in 0..<130 where count != 65 {
            tally.expect("lengths of points", code: "POINT_ENCODING", "\(count)") { () throws(CryptoError) in
                _ = try Point(encoding: Array((good + good).prefix(count)))
            }
        }
    }

    private static func multiples(_ tally: Tally) throws(CryptoError) {
        for k in 0..<Oracle.q {
            let scalar = try Value.scalar(k)
            tally.expect("k·G", Point.generator(times: scalar)?.encoding ?? [] == Value.point(k), "\(k)")
            for j in Value.units {
                let P = try Point(encoding: Value.point(j))
                tally.expect("k·P", P.times(scalar)?.encoding ?? [] == Value.point(j * k), "\(k)·\(j)G")
                tally.expect("r of k", P.xModOrder.bytes == Value.bytes(Oracle.r(j)), "\(j)")
                for l in 0..<Oracle.q {
                    let sum = P.combined(generatorFactor: scalar, try Value.scalar(l))?.encoding ?? []
                    tally.expect("a·G + b·P", sum == Value.point(k + l * j), "\(k) + \(l)·\(j)")
                }
            }
        }
    }

    private static func scalars(_ tally: Tally) throws(CryptoError) {
        let q = Oracle.q
        for a in 0..<q {
            let first = try Value.scalar(a)
            tally.expect("−a", first.negated().bytes == Value.bytes((q - a) % q), "\(a)")
            let inverse = a == 0 ? 0 : Oracle.inverse(a, q)
            tally.expect("1/a", first.inverse().bytes == Value.bytes(inverse), "\(a)")
            tally.expect("a is low", first.isLow == (a <= q / 2), "\(a)")
            for b in 0..<q {
                let second = try Value.scalar(b)
                tally.expect("a + b", (first + second).bytes == Value.bytes((a + b) % q), "\(a) + \(b)")
                tally.expect("a − b", (first - second).bytes == Value.bytes((a - b + q) % q), "\(a) − \(b)")
                tally.expect("a · b", (first * second).bytes == Value.bytes(a * b % q), "\(a) · \(b)")
            }
        }
        for value in q..<1_000 {
            tally.expect("scalars from q on", code: "SCALAR_RANGE", "\(value)") { () throws(CryptoError) in
                _ = try Value.scalar(value)
            }
        }
        for m in 0..<q {
            let reduced = Scalar(reducing: Value.digest(m))
            tally.expect("digests modulo q", reduced.bytes == Value.bytes(m), "\(m)")
        }
    }

    private static func verification(_ tally: Tally) throws(CryptoError) {
        for x in Value.units {
            let key = try Point(encoding: Value.point(x))
            for m in 0..<Oracle.q {
                let digest = Value.digest(m)
                for r in 0..<16 {
                    for s in 0..<16 {
                        let got = ECDSA.isValid(r: Value.bytes(r), s: Value.bytes(s), digest: digest, publicKey: key)
                        tally.expect(
                            "ECDSA verifications", got == Oracle.verifies(r: r, s: s, m: m, x: x),
                            "x \(x) m \(m) r \(r) s \(s)")
                    }
                }
            }
        }
    }
}
