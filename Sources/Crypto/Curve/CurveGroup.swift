import COpenSSL

/// OpenSSL's constant tables of the curve.
final class CurveGroup: @unchecked Sendable {
    // Sound: the group is made once and read through const pointers only.
    static let shared = CurveGroup()

    let raw: OpaquePointer

    private init() {
        guard let group = Domain.makeGroup() else { preconditionFailure("OpenSSL has no such curve") }
        raw = group
    }
}

/// Owns one `EC_POINT`.
final class PointHandle: @unchecked Sendable {
    // Sound: the point is written by the one thread that makes it, before the handle is shared; OpenSSL reads points
    // through const pointers afterwards.
    let raw: OpaquePointer

    init() {
        guard let point = EC_POINT_new(CurveGroup.shared.raw) else { preconditionFailure("out of memory") }
        raw = point
    }

    /// k·base in constant time; nil where memory is exhausted.
    /// - Parameter base: nil for the generator
    convenience init?(times k: borrowing Scalar, _ base: PointHandle?) {
        self.init()
        let factor = CurveNumber(k)
        let done = factor.use { factor in
            if let base {
                EC_POINT_mul(CurveGroup.shared.raw, raw, nil, base.raw, factor, nil)
            } else {
                EC_POINT_mul(CurveGroup.shared.raw, raw, factor, nil, nil, nil)
            }
        }
        guard done == 1 else { return nil }
    }

    deinit { EC_POINT_clear_free(raw) }
}

/// A scalar handed to OpenSSL for one call.
struct CurveNumber: ~Copyable {
    private let raw: OpaquePointer

    init(_ scalar: borrowing Scalar) {
        let byteCount = Int32(Scalar.limbCount * MemoryLayout<UInt>.stride)
        guard let bn = BN_lebin2bn(scalar.limbs, byteCount, nil) else { preconditionFailure("out of memory") }
        BN_set_flags(bn, BN_FLG_CONSTTIME)
        raw = bn
    }

    deinit { BN_clear_free(raw) }

    /// The number for one call; a pointer that got out could outlive it.
    borrowing func use<R>(_ body: (OpaquePointer) -> R) -> R { body(raw) }
}
