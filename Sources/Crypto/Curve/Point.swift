import COpenSSL

/// A point of P-256 that is on the curve and not the point at infinity.
public struct Point: Sendable, Equatable {
    /// Bytes of the uncompressed encoding (SEC 1 §2.3.3).
    public static let byteCount = 65

    let handle: PointHandle
    /// `04 ‖ x ‖ y`, 65 bytes.
    public let encoding: [UInt8]

    /// Strict decoding: 65 bytes, prefix 04, coordinates below p, on the curve (cofactor 1: no subgroup check needed).
    /// - Throws: `POINT_ENCODING` for another length or prefix, `POINT_INVALID` for anything off the curve.
    public init(encoding: [UInt8]) throws(CryptoError) {
        guard holds("POINT_ENCODING/length", encoding.count == Self.byteCount),
            holds("POINT_ENCODING/prefix", encoding.first == 0x04)
        else {
            throw CryptoError("POINT_ENCODING", "a point is 65 bytes and begins with 04")
        }
        let handle = PointHandle()
        let group = CurveGroup.shared.raw
        let decoded = Domain.decode(encoding, into: handle.raw, group)
        guard decoded == 1, EC_POINT_is_at_infinity(group, handle.raw) == 0 else {
            ERR_clear_error()
            throw CryptoError("POINT_INVALID", "not a point of P-256")
        }
        self.handle = handle
        self.encoding = encoding
    }

    /// Takes a computed point over; nil for infinity.
    private init?(computed handle: PointHandle) {
        let group = CurveGroup.shared.raw
        guard EC_POINT_is_at_infinity(group, handle.raw) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        guard Domain.encode(handle.raw, into: &bytes, group) == Self.byteCount else { return nil }
        self.handle = handle
        self.encoding = bytes
    }

    /// k·G in constant time.
    /// - Returns: nil for k = 0.
    public static func generator(times k: borrowing Scalar) -> Point? {
        PointHandle(times: k, nil).flatMap { Point(computed: $0) }
    }

    /// k·self in constant time.
    /// - Returns: nil for k = 0.
    public func times(_ k: borrowing Scalar) -> Point? {
        PointHandle(times: k, handle).flatMap { Point(computed: $0) }
    }

    /// a·G + b·self, for verification.
    /// - Returns: nil when the sum is infinity.
    public func combined(generatorFactor a: borrowing Scalar, _ b: borrowing Scalar) -> Point? {
        let handle = PointHandle()
        let first = CurveNumber(a), second = CurveNumber(b)
        let group = CurveGroup.shared.raw
        let done = first.use { x in
            second.use { y in EC_POINT_mul(group, handle.raw, x, self.handle.raw, y, nil) }
        }
        guard done == 1 else { return nil }
        return Point(computed: handle)
    }

    /// x as 32 bytes.
    public var x: [UInt8] { Array(encoding[1..<33]) }

    /// x mod q, the r of ECDSA.
    public var xModOrder: Scalar { Scalar(reducing: x) }

    /// Whether both points have one x coordinate, that is other = ±self.
    public func equalsUpToSign(_ other: Point) -> Bool { encoding[1..<33] == other.encoding[1..<33] }

    public static func == (a: Point, b: Point) -> Bool { a.encoding == b.encoding }
}
