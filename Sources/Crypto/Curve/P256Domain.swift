#if !TAMGA_TOY
    import COpenSSL

    /// The group and the sizes of the protocol, in one place: P-256 and the suites of threshold-ecdsa A.0. `ToyDomain`
    /// takes this place in the build of `scripts/toy-group`, and nowhere else (docs/adr/0007).
    enum Domain {
        /// As it enters the challenges of Schnorr's proofs.
        static let curveName = "P-256"

        /// q as 32 big-endian bytes (SEC 2 §2.4.2, NIST SP 800-186 §3.2.1.3).
        static let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]

        /// (q − 1)/2 as 32 big-endian bytes.
        static let halfOrder: [UInt8] = [
            0x7F, 0xFF, 0xFF, 0xFF, 0x80, 0x00, 0x00, 0x00, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xDE, 0x73, 0x7D, 0x56, 0xD3, 0x8B, 0xCF, 0x42, 0x79, 0xDC, 0xE5, 0x61, 0x7E, 0x31, 0x92, 0xA8,
        ]

        /// Limbs of q on 64 bits.
        static let orderLimbCount = 4

        /// |N| = |Ñ| in bits.
        static let modulusBits = (suite1: 2_048, suite2: 3_072)
        /// Bits of a challenge; as many again hide statistically.
        static let soundness = 128
        /// Bits of x1.
        static let shareBits = 256
        /// Bits of ρ.
        static let rhoBits = 768

        static func makeGroup() -> OpaquePointer? { EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) }

        /// - Parameter encoding: 65 bytes
        /// - Returns: 1 when they are a point of the curve
        static func decode(_ encoding: [UInt8], into point: OpaquePointer, _ group: OpaquePointer) -> Int32 {
            EC_POINT_oct2point(group, point, encoding, encoding.count, nil)
        }

        /// - Parameter bytes: 65 bytes
        /// - Returns: the bytes that were written
        static func encode(_ point: OpaquePointer, into bytes: inout [UInt8], _ group: OpaquePointer) -> Int {
            EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
        }

        /// What OpenSSL's verification gets for a digest: it takes the leftmost bits, as many as q has.
        static func verificationInput(_ digest: [UInt8]) -> [UInt8] { digest }
    }
#endif
