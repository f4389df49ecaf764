import CGMP

/// q, the order of the curve, and the reductions modulo it.
public enum CurveOrder {
    /// q as 32 big-endian bytes.
    public static let bytes: [UInt8] = Domain.order

    /// (q − 1)/2, the largest s that is accepted, as 32 big-endian bytes.
    public static let halfBytes: [UInt8] = Domain.halfOrder

    /// q.
    public static var integer: Integer { Integer(bytes: bytes) }

    /// Limbs of q without those that are zero, as GMP wants a divisor.
    static let limbCount = Domain.orderLimbCount
    private static let limbs: [UInt] = littleEndianLimbs(minus: 0)
    private static let limbsMinusTwo: [UInt] = littleEndianLimbs(minus: 2)

    private static func littleEndianLimbs(minus: UInt) -> [UInt] {
        var out = [UInt](repeating: 0, count: 4)
        for index in 0..<4 {
            for byte in bytes[(8 * index)..<(8 * index + 8)] { out[3 - index] = out[3 - index] << 8 | UInt(byte) }
        }
        out[0] -= minus
        return out
    }

    static func withLimbs<R>(_ body: (UnsafePointer<UInt>) -> R) -> R {
        limbs.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("the order has four limbs") }
            return body(base)
        }
    }

    static func withLimbsMinusTwo<R>(_ body: (UnsafePointer<UInt>) -> R) -> R {
        limbsMinusTwo.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("the exponent has four limbs") }
            return body(base)
        }
    }

    /// value mod q; `value` is overwritten.
    /// - Parameters:
    ///   - value: `count` little-endian limbs, count ≥ 4
    ///   - out: four limbs, zero before
    static func reduce(_ value: UnsafeMutablePointer<UInt>, count: Int, into out: UnsafeMutablePointer<UInt>) {
        withLimbs { order in
            let scratchCount = Int(__gmpn_sec_div_r_itch(count, limbCount))
            let scratch = UnsafeMutablePointer<UInt>.allocate(capacity: scratchCount)
            __gmpn_sec_div_r(value, count, order, limbCount, scratch)
            out.update(from: value, count: limbCount)
            cleanse(scratch, limbs: scratchCount)
            scratch.deallocate()
        }
    }
}
