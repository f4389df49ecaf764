@testable import Crypto

/// Secrets to be looked for, without their values: eight bytes at a time, under a mask, so that the list itself is none
/// of the places where they are.
///
/// Eight bytes and not the whole value, because the allocator writes its links over the first bytes of a freed block.
struct Needles {
    /// What a piece belongs to.
    private(set) var names: [UInt64: String] = [:]
    /// Whether any piece begins with these 16 bits.
    private(set) var beginnings = [Bool](repeating: false, count: 1 << 16)
    let mask = SystemRandom.word()

    /// Both byte orders: little-endian as limbs lie in memory (GMP's, OpenSSL's and our own), big-endian as encoded.
    /// Byte by byte under the mask: a frame of this function is none of the places where a piece is, either.
    private mutating func add(_ name: String, _ bytes: borrowing SecretBytes) {
        bytes.withUnsafeBytes { buffer in
            for offset in stride(from: 0, to: buffer.count - 7, by: 8) {
                // A short top limb says little and may stand anywhere.
                guard buffer[offset..<offset + 3].contains(where: { $0 != 0 }) else { continue }
                var limb: UInt64 = 0, swapped: UInt64 = 0
                for index in 0..<8 {
                    let low = UInt64(8 * index), high = 56 - low
                    limb |= UInt64(buffer[offset + index] ^ UInt8(truncatingIfNeeded: mask >> high)) << high
                    swapped |= UInt64(buffer[offset + index] ^ UInt8(truncatingIfNeeded: mask >> low)) << low
                }
                add("\(name), limb \(buffer.count / 8 - 1 - offset / 8)", masked: limb)
                add("\(name), limb \(buffer.count / 8 - 1 - offset / 8), big-endian", masked: swapped)
            }
        }
    }

    private mutating func add(_ name: String, masked piece: UInt64) {
        names[piece] = name
        beginnings[Int(UInt16(truncatingIfNeeded: piece) ^ UInt16(truncatingIfNeeded: mask))] = true
    }

    mutating func add(_ name: String, _ value: borrowing Scalar) {
        add(name, value.secretBytes)
    }

    mutating func add(_ name: String, _ value: borrowing Integer) {
        add(name, value.secretBytes(width: (value.bitLength + 63) / 64 * 8))
    }
}

extension SystemRandom {
    fileprivate static func word() -> UInt64 {
        var word: UInt64 = 0
        withUnsafeMutableBytes(of: &word) { SystemRandom().fill($0) }
        return word
    }
}
