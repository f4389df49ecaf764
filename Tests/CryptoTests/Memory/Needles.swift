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
    private mutating func add(_ name: String, _ bytes: borrowing SecretBytes) {
        bytes.withUnsafeBytes { buffer in
            for offset in stride(from: 0, to: buffer.count - 7, by: 8) {
                let limb = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                // A short top limb says little and may stand anywhere.
                guard limb >> 40 != 0 else { continue }
                add("\(name), limb \(buffer.count / 8 - 1 - offset / 8)", limb)
                add("\(name), limb \(buffer.count / 8 - 1 - offset / 8), big-endian", limb.byteSwapped)
            }
        }
    }

    private mutating func add(_ name: String, _ piece: UInt64) {
        names[piece ^ mask] = name
        beginnings[Int(piece & 0xFFFF)] = true
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
