import Crypto

/// Secrets to be looked for, without their values: eight bytes at a time, under a mask, so that the list itself is none
/// of the places where they are.
///
/// Eight bytes and not the whole value, because the allocator writes its links over the first bytes of a freed block.
public struct Needles {
    /// What a piece belongs to.
    public private(set) var names: [UInt64: String] = [:]
    let mask = SystemRandom.word()

    public init() {}

    /// Three byte orders: little-endian as limbs lie in memory (GMP's, OpenSSL's and our own), big-endian as encoded,
    /// and big-endian in words of four bytes as SHA-256 reads them. Byte by byte under the mask: a frame of this
    /// function is none of the places where a piece is, either.
    /// - Parameter bytes: a number, big-endian, or any text; pieces begin at every eighth byte
    public mutating func add(_ name: String, _ bytes: borrowing SecretBytes) {
        bytes.withUnsafeBytes { buffer in
            for offset in stride(from: 0, to: buffer.count - 7, by: 8) {
                // A short top limb says little and may stand anywhere.
                guard buffer[offset..<offset + 3].contains(where: { $0 != 0 }) else { continue }
                let place = "\(name), limb \(buffer.count / 8 - 1 - offset / 8)"
                add(place, masked: masked(buffer, offset) { 7 - $0 })
                add(place + ", big-endian", masked: masked(buffer, offset) { $0 })
                add(place + ", in words", masked: masked(buffer, offset) { $0 ^ 3 })
            }
        }
    }

    /// - Parameter place: of a byte in the piece
    private func masked(_ buffer: UnsafeRawBufferPointer, _ offset: Int, _ place: (Int) -> Int) -> UInt64 {
        var piece: UInt64 = 0
        for index in 0..<8 {
            let shift = UInt64(8 * place(index))
            piece |= UInt64(buffer[offset + index] ^ UInt8(truncatingIfNeeded: mask >> shift)) << shift
        }
        return piece
    }

    private mutating func add(_ name: String, masked piece: UInt64) { names[piece] = name }

    /// A key of HMAC as it is, and under the two pads of RFC 2104.
    public mutating func add(hashKey key: borrowing SecretBytes) {
        add("key", key)
        for pad in [UInt8(0x36), 0x5C] {
            var padded = key.copy()
            padded.withUnsafeMutableBytes { for index in $0.indices { $0[index] ^= pad } }
            add("key under \(pad)", padded)
        }
    }

    public mutating func add(_ name: String, _ value: borrowing Scalar) {
        add(name, value.secretBytes)
    }

    public mutating func add(_ name: String, _ value: borrowing Integer) {
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
