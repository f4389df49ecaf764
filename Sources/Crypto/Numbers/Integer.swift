import CGMP

/// A signed integer of any size, owned by one holder and zeroised when it goes.
///
/// Arithmetic is GMP's and takes time that depends on the sizes of the operands and, for division, on their values:
/// exponentiation and reduction of secrets go through `Modulus`, arithmetic modulo the group order through `Scalar`.
public struct Integer: ~Copyable, @unchecked Sendable {
    // Sound: the pointer is owned by this value alone, which cannot be copied, and nothing outside this folder sees it.
    let mpz: UnsafeMutablePointer<__mpz_struct>

    /// Zero.
    public init() {
        _ = ZeroisingAllocator.installed
        mpz = UnsafeMutablePointer<__mpz_struct>.allocate(capacity: 1)
        __gmpz_init(mpz)
    }

    /// - Parameter value: any value of the machine word.
    public init(_ value: Int) {
        self.init()
        __gmpz_set_si(mpz, value)
    }

    /// OS2IP: big-endian bytes of any length, always ≥ 0.
    public init(bytes: [UInt8]) {
        self.init()
        bytes.withUnsafeBytes { __gmpz_import(mpz, $0.count, 1, 1, 1, 0, $0.baseAddress) }
    }

    /// OS2IP of a buffer that may hold a secret; nothing but this integer keeps a copy.
    public init(bigEndian bytes: UnsafeRawBufferPointer) {
        self.init()
        __gmpz_import(mpz, bytes.count, 1, 1, 1, 0, bytes.baseAddress)
    }

    deinit {
        __gmpz_clear(mpz)
        // Its length, and where it was.
        mpz.pointee = __mpz_struct()
        mpz.deallocate()
    }

    /// A second owner of the same value.
    public func duplicate() -> Integer {
        let copy = Integer()
        __gmpz_set(copy.mpz, mpz)
        return copy
    }

    /// 2^`exponent`.
    public static func powerOfTwo(_ exponent: Int) -> Integer {
        let result = Integer()
        __gmpz_setbit(result.mpz, UInt(exponent))
        return result
    }

    /// −1, 0 or 1.
    public var sign: Int { Int(tamga_mpz_sgn(mpz)) }
    public var isZero: Bool { sign == 0 }
    public var isNegative: Bool { sign < 0 }
    public var isOdd: Bool { tamga_mpz_odd_p(mpz) != 0 }
    /// Length of the magnitude in bits; 0 for zero.
    public var bitLength: Int { isZero ? 0 : Int(__gmpz_sizeinbase(mpz, 2)) }

    func testBit(_ index: Int) -> Bool { __gmpz_tstbit(mpz, UInt(index)) != 0 }

    /// I2OSP: the magnitude, left-padded with zeros.
    /// - Parameter width: bytes; must hold the magnitude (`bitLength` ≤ 8 · width), as the caller has checked.
    public func bytes(width: Int) -> [UInt8] {
        precondition(bitLength <= 8 * width, "integer wider than its encoding")
        var out = [UInt8](repeating: 0, count: width)
        let length = (bitLength + 7) / 8
        if length > 0 {
            out.withUnsafeMutableBytes { buffer in
                _ = __gmpz_export(buffer.baseAddress?.advanced(by: width - length), nil, 1, 1, 1, 0, mpz)
            }
        }
        return out
    }

    /// The magnitude without leading zeros; empty for zero.
    public var magnitudeBytes: [UInt8] { bytes(width: (bitLength + 7) / 8) }

    /// The magnitude, left-padded, for a secret: the bytes lie in a zeroising buffer.
    public func secretBytes(width: Int) -> SecretBytes {
        precondition(bitLength <= 8 * width, "integer wider than its encoding")
        var out = SecretBytes(count: width)
        let length = (bitLength + 7) / 8
        if length > 0 {
            out.withUnsafeMutableBytes { buffer in
                _ = __gmpz_export(buffer.baseAddress?.advanced(by: width - length), nil, 1, 1, 1, 0, mpz)
            }
        }
        return out
    }
}
