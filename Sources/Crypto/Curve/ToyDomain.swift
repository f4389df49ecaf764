#if TAMGA_TOY
    import COpenSSL

    /// A group of 13 elements and sizes in proportion, in which every share, nonce and digest can be tried
    /// (docs/adr/0007). It protects nothing. Everything else is the code of the product.
    enum Domain {
        static let curveName = "toy-13"

        /// q = 13. Points, scalars and digests keep the widths of P-256, with zeros on the left.
        static let order: [UInt8] = [UInt8](repeating: 0, count: 31) + [13]
        static let halfOrder: [UInt8] = [UInt8](repeating: 0, count: 31) + [6]
        static let orderLimbCount = 1

        /// The shortest that the kernels of powers modulo N² take. Then as in threshold-ecdsa A.0: ρ is longer than the
        /// proven 133 bits of x1 plus 64, and u + ρq + v·x1 < 2^261 stays far below N; the primes of N are longer than
        /// the slack of Π_fac, 129 bits.
        static let modulusBits = (suite1: 512, suite2: 1_024)
        static let soundness = 64
        static let shareBits = 4
        static let rhoBits = 256

        /// y² = x³ + 7x + 4 over the field of 17 elements: 13 points, among them one pair with r = 0 (x = 0) and two
        /// with x > q (15 and 16), which r = x mod q takes for 2 and 3.
        static func makeGroup() -> OpaquePointer? {
            let numbers = [17, 7, 4, 13, 1, 2, 3].map { word($0) }
            defer { for number in numbers { BN_free(number) } }
            guard let group = EC_GROUP_new_curve_GFp(numbers[0], numbers[1], numbers[2], nil),
                let generator = EC_POINT_new(group)
            else { return nil }
            defer { EC_POINT_free(generator) }
            guard EC_POINT_set_affine_coordinates(group, generator, numbers[5], numbers[6], nil) == 1,
                EC_GROUP_set_generator(group, generator, numbers[3], numbers[4]) == 1
            else { return nil }
            return group
        }

        private static func word(_ value: UInt) -> OpaquePointer? {
            let number = BN_new()
            BN_set_word(number, value)
            return number
        }

        /// OpenSSL's encoding has coordinates of one byte.
        static func decode(_ encoding: [UInt8], into point: OpaquePointer, _ group: OpaquePointer) -> Int32 {
            let x = encoding[1..<33], y = encoding[33..<65]
            guard x.dropLast().allSatisfy({ $0 == 0 }), y.dropLast().allSatisfy({ $0 == 0 }) else { return 0 }
            return EC_POINT_oct2point(group, point, [encoding[0], encoding[32], encoding[64]], 3, nil)
        }

        static func encode(_ point: OpaquePointer, into bytes: inout [UInt8], _ group: OpaquePointer) -> Int {
            var short = [UInt8](repeating: 0, count: 3)
            let written = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &short, short.count, nil)
            (bytes[0], bytes[32], bytes[64]) = (short[0], short[1], short[2])
            return written == short.count ? bytes.count : 0
        }

        /// The protocol reduces all 256 bits of a digest modulo q; OpenSSL takes the leftmost four. With z in those
        /// four both mean the same.
        static func verificationInput(_ digest: [UInt8]) -> [UInt8] {
            [(Scalar(reducing: digest).bytes.last ?? 0) << 4]
        }
    }
#endif
