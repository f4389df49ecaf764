import CGMP

/// q, the order of P-256 (SEC 2 §2.4.2, NIST SP 800-186 §3.2.1.3), and the reductions modulo it.
public enum CurveOrder {
    /// q as 32 big-endian bytes.
    public static let bytes: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// (q − 1)/2, the largest s that is accepted, as 32 big-endian bytes.
    public static let halfBytes: [UInt8] = [
        0x7F, 0xFF, 0xFF, 0xFF, 0x80, 0x00, 0x00, 0x00, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xDE, 0x73, 0x7D, 0x56, 0xD3, 0x8B, 0xCF, 0x42, 0x79, 0xDC, 0xE5, 0x61, 0x7E, 0x31, 0x92, 0xA8,
    ]

    /// q.
    public static var integer: Integer { Integer(bytes: bytes) }

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
    ///   - out: four limbs
    static func reduce(_ value: UnsafeMutablePointer<UInt>, count: Int, into out: UnsafeMutablePointer<UInt>) {
        withLimbs { order in
            let scratchCount = Int(__gmpn_sec_div_r_itch(count, 4))
            let scratch = UnsafeMutablePointer<UInt>.allocate(capacity: scratchCount)
            __gmpn_sec_div_r(value, count, order, 4, scratch)
            out.update(from: value, count: 4)
            cleanse(scratch, limbs: scratchCount)
            scratch.deallocate()
        }
    }
}
