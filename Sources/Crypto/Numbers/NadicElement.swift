import CGMP

/// a + bN in Z_(N²) with a and b in [0, N), owned by one holder and zeroised when it goes.
///
/// The numbers of a ring are as long as its N, so an element has a fixed size whatever its value.
public struct NadicElement: ~Copyable, @unchecked Sendable {
    // Sound: the limbs are owned by this value alone, which cannot be copied, and never written after `init`.
    /// a, then b: little-endian, `half` limbs each.
    let limbs: UnsafeMutablePointer<UInt64>
    let half: Int

    /// Zero, to be written by the ring.
    init(half: Int) {
        self.half = half
        limbs = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * half)
        limbs.update(repeating: 0, count: 2 * half)
    }

    deinit {
        cleanse(UnsafeMutableRawPointer(limbs), bytes: 16 * half)
        limbs.deallocate()
    }

    /// - Parameters:
    ///   - a: in [0, 2^(64·half)), as the caller has checked; `b` likewise
    init(_ a: borrowing Integer, _ b: borrowing Integer, half: Int) {
        self.init(half: half)
        Self.copy(a, to: limbs, count: half)
        Self.copy(b, to: limbs + half, count: half)
    }

    static func copy(_ value: borrowing Integer, to target: UnsafeMutablePointer<UInt64>, count: Int) {
        let used = Int(__gmpz_size(value.mpz))
        precondition(used <= count && !value.isNegative, "a number wider than its ring")
        guard used > 0, let source = __gmpz_limbs_read(value.mpz) else { return }
        for index in 0..<used { target[index] = UInt64(source[index]) }
    }

    /// a as an integer.
    var low: Integer { Self.integer(limbs, count: half) }
    /// b as an integer.
    var high: Integer { Self.integer(limbs + half, count: half) }

    static func integer(_ source: UnsafePointer<UInt64>, count: Int) -> Integer {
        let out = Integer()
        guard let target = __gmpz_limbs_write(out.mpz, count) else { preconditionFailure("out of memory") }
        for index in 0..<count { target[index] = UInt(source[index]) }
        __gmpz_limbs_finish(out.mpz, count)
        return out
    }
}
