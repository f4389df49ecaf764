@_spi(Deterministic) import Crypto
import Dispatch

/// Every share, every nonce, every digest: two parties sign what one would, or refuse where the protocol says so.
enum SigningCases {
    static let name = "runs S1 to S5"

    static func run(_ keys: [EnrolledKey], _ tally: Tally) {
        DispatchQueue.concurrentPerform(iterations: keys.count) { index in
            let key = keys[index], random = SeededSource("signing \(index)")
            for k1 in Value.units {
                for k2 in Value.units {
                    for m in 0..<Oracle.q { attempt(key, k1: k1, k2: k2, m: m, random, tally) }
                }
            }
        }
    }

    private static func attempt(
        _ key: EnrolledKey, k1: Int, k2: Int, m: Int, _ random: SeededSource, _ tally: Tally
    ) {
        let single = Oracle.sign(x: key.x1 * key.x2, k: k1 * k2, m: m)
        let what = "x1 \(key.x1) x2 \(key.x2) k1 \(k1) k2 \(k2) m \(m)"
        var code: String?
        var outcome = "signatures equal to the single party's"
        if k1 == k2 || k1 + k2 == Oracle.q {
            (code, outcome) = ("R1_REFLECTION", "refused: R1 = ±R2")
        } else if Oracle.r(k1 * k2) == 0 {
            (code, outcome) = ("R_ZERO", "refused: r = 0")
        } else if single == nil {
            (code, outcome) = ("C3_INVALID", "refused: s = 0")
        }
        tally.expect("\(name): \(outcome)", code: code, what) { () throws(CryptoError) in
            let s5 = try sign(key, k1: k1, k2: k2, m: m, random)
            if let single, s5.r == Value.bytes(single.r), s5.s == Value.bytes(single.s) { return }
            throw CryptoError("ANOTHER_SIGNATURE")
        }
    }

    private static func sign(
        _ key: EnrolledKey, k1: Int, k2: Int, m: Int, _ random: SeededSource
    ) throws(CryptoError) -> S5 {
        let run = try SigningRun(key, k1: k1, k2: k2, m: m, random: random)
        let verified = try run.verify(run.s3)
        let s5 = try run.finish(run.answer(verified, ahead: m % 2 == 0))
        try run.serverReceives(s5, r: verified.r)
        return s5
    }
}
