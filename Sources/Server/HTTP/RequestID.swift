import Crypto

/// The id of one request: a version 4 UUID (RFC 9562, 5.4), 16 bytes until somebody wants the text. Made here and never
/// taken from the client, so that nobody can choose what stands in our logs.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// A fresh random id.
    public init() {
        // In one call: the kernel is asked for every request.
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { SystemRandom().fill($0) }
        high = words.0 & ~0xF000 | 0x4000
        low = words.1 & ~(3 << 62) | (2 << 62)
    }

    /// Canonical lower-case text, 36 characters.
    public var description: String {
        var out: [UInt8] = []
        out.reserveCapacity(36)
        for position in 0..<32 {
            if position == 8 || position == 12 || position == 16 || position == 20 { out.append(0x2D) }
            let word = position < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (position % 16))) & 15
            out.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
        return String(decoding: out, as: UTF8.self)
    }
}
