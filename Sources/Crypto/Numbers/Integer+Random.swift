extension Integer {
    /// Uniform in [0, 2^bits).
    public static func random(bits: Int, from random: some RandomSource) -> Integer {
        let count = (bits + 7) / 8
        var buffer = SecretBytes(count: count)
        buffer.withUnsafeMutableBytes { bytes in
            random.fill(bytes)
            if bits % 8 != 0, count > 0 { bytes[0] &= UInt8((1 << (bits % 8)) - 1) }
        }
        return buffer.withUnsafeBytes { Integer(bigEndian: $0) }
    }

    /// Uniform in [0, bound) up to a distance of 2^-128: that many more bits than the bound has, reduced.
    public static func random(below bound: borrowing Integer, from random: some RandomSource) -> Integer {
        let wide = bound.bitLength + 128
        return Integer.random(bits: wide, from: random).modulo(bound)
    }

    /// Uniform in [−bound, bound], as the masks of the range proofs are (CGGMP21 §3, "± intervals").
    public static func random(within bound: borrowing Integer, from random: some RandomSource) -> Integer {
        let span = bound + bound + Integer(1)
        return Integer.random(below: span, from: random) - bound
    }

    /// Uniform in the units modulo m.
    public static func randomUnit(modulo m: borrowing Integer, from random: some RandomSource) -> Integer {
        while true {
            let candidate = Integer.random(below: m, from: random)
            if candidate.isCoprime(to: m) { return candidate }
        }
    }
}
