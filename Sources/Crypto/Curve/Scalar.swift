import CGMP

/// An integer modulo the order q of P-256, always reduced; zeroised when it goes.
///
/// All arithmetic is GMP's `mpn_sec_*` on four fixed limbs: no branch and no address depends on the value.
public struct Scalar: ~Copyable, @unchecked Sendable {
    // Sound: the limbs are owned by this value alone, which cannot be copied, and never written after `init`.
    let limbs: UnsafeMutablePointer<UInt>

    static let limbCount = 4
    /// Bytes of the encoding.
    public static let byteCount = 32

    init() {
        limbs = UnsafeMutablePointer<UInt>.allocate(capacity: Self.limbCount)
        limbs.update(repeating: 0, count: Self.limbCount)
    }

    deinit {
        cleanse(limbs, limbs: Self.limbCount)
        limbs.deallocate()
    }

    /// Strict decoding of 32 big-endian bytes.
    /// - Throws: `SCALAR_ENCODING` for another length, `SCALAR_RANGE` for a value ≥ q.
    public init(bytes: [UInt8]) throws(CryptoError) {
        var buffer = SecretBytes(count: bytes.count)
        buffer.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
        self = try Self.decoding(buffer)
    }

    /// Strict decoding from a zeroising buffer.
    /// - Throws: as `init(bytes:)`.
    public init(secret: borrowing SecretBytes) throws(CryptoError) {
        self = try Self.decoding(secret)
    }

    private static func decoding(_ bytes: borrowing SecretBytes) throws(CryptoError) -> Scalar {
        guard bytes.count == byteCount else { throw CryptoError("SCALAR_ENCODING", "a scalar has 32 bytes") }
        let out = Scalar()
        bytes.withUnsafeBytes { decode($0, into: out.limbs) }
        guard holds("SCALAR_RANGE", isBelowOrder(out.limbs)) else {
            throw CryptoError("SCALAR_RANGE", "a scalar is below the order")
        }
        return out
    }

    /// OS2IP(bytes) mod q of 32 to 64 bytes. 64 uniform bytes give a scalar at distance 2^-256 from uniform.
    init(reducing bytes: UnsafeRawBufferPointer) {
        self.init()
        Self.reduce(bytes, into: limbs)
    }

    /// OS2IP(digest) mod q.
    /// - Parameter digest: 32 bytes
    public init(reducing digest: [UInt8]) {
        self.init()
        digest.withUnsafeBytes { Self.reduce($0, into: limbs) }
    }

    /// Uniform in [1, q−1].
    public static func random(from random: some RandomSource) -> Scalar {
        while true {
            var wide = SecretBytes(count: 64)
            wide.withUnsafeMutableBytes { random.fill($0) }
            let candidate = wide.withUnsafeBytes { Scalar(reducing: $0) }
            if !candidate.isZero { return candidate }
        }
    }

    public func duplicate() -> Scalar {
        let copy = Scalar()
        copy.limbs.update(from: limbs, count: Self.limbCount)
        return copy
    }

    /// Whether the value is 0; the comparison itself takes constant time.
    public var isZero: Bool { (limbs[0] | limbs[1] | limbs[2] | limbs[3]) == 0 }

    /// 32 big-endian bytes of a public scalar.
    public var bytes: [UInt8] {
        var out = [UInt8](repeating: 0, count: Self.byteCount)
        out.withUnsafeMutableBytes { encode(into: $0) }
        return out
    }

    /// 32 big-endian bytes in a zeroising buffer.
    public var secretBytes: SecretBytes {
        var out = SecretBytes(count: Self.byteCount)
        out.withUnsafeMutableBytes { encode(into: $0) }
        return out
    }

    /// The same number as an `Integer`.
    public var integer: Integer {
        let out = Integer()
        guard let target = __gmpz_limbs_write(out.mpz, Self.limbCount) else { return out }
        target.update(from: limbs, count: Self.limbCount)
        __gmpz_limbs_finish(out.mpz, Self.limbCount)
        return out
    }

    private func encode(into buffer: UnsafeMutableRawBufferPointer) {
        Self.reverse(UnsafeRawBufferPointer(start: limbs, count: Self.byteCount), into: buffer)
    }

    /// Between limbs, little-endian on the platforms that are supported (x86-64, arm64), and big-endian bytes. Byte by
    /// byte: of whole words an unoptimised build leaves the last one on the stack.
    private static func reverse(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        for index in 0..<source.count { target[source.count - 1 - index] = source[index] }
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer, into limbs: UnsafeMutablePointer<UInt>) {
        reverse(bytes, into: UnsafeMutableRawBufferPointer(start: limbs, count: byteCount))
    }

    private static func reduce(_ bytes: UnsafeRawBufferPointer, into limbs: UnsafeMutablePointer<UInt>) {
        precondition(bytes.count >= byteCount && bytes.count <= 64 && bytes.count % 8 == 0, "32 to 64 whole words")
        let count = bytes.count / 8
        let wide = UnsafeMutablePointer<UInt>.allocate(capacity: count)
        reverse(bytes, into: UnsafeMutableRawBufferPointer(start: wide, count: bytes.count))
        CurveOrder.reduce(wide, count: count, into: limbs)
        cleanse(wide, limbs: count)
        wide.deallocate()
    }

    private static func isBelowOrder(_ limbs: UnsafeMutablePointer<UInt>) -> Bool {
        CurveOrder.withLimbs { order in
            let difference = UnsafeMutablePointer<UInt>.allocate(capacity: limbCount)
            let borrow = __gmpn_sub_n(difference, limbs, order, limbCount)
            cleanse(difference, limbs: limbCount)
            difference.deallocate()
            return borrow == 1
        }
    }
}
