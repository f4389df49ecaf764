import Glibc

/// An IPv4 or IPv6 address, 16 bytes; IPv4 is held in its IPv4-mapped form, so that a peer on a dual-stack socket and
/// the same peer in `X-Forwarded-For` compare equal.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads a textual address as `inet_pton` does: no port, no brackets, no zone. Nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(v4: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self.init(six)
    }

    init(v4: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(v4))
    }

    init(_ six: in6_addr) {
        let words = withUnsafeBytes(of: six) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        self.init(high: words.0, low: words.1)
    }

    /// True for IPv4, also in IPv4-mapped IPv6 form (RFC 4291, 2.5.5.2).
    public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1
    }

    /// The unspecified address (0.0.0.0 or ::).
    public static let unspecified = IPAddress(high: 0, low: 0)

    /// 0.0.0.0 or ::, on which a listener takes every address.
    public var isUnspecified: Bool { high == 0 && (low == 0 || isIPv4 && low & 0xFFFF_FFFF == 0) }

    /// 4 bytes of an IPv4 address, else 16, in network order.
    var bytes: [UInt8] {
        let all = withUnsafeBytes(of: sixBytes) { Array($0) }
        return isIPv4 ? Array(all.suffix(4)) : all
    }

    /// The text of `inet_ntop`: dotted for IPv4, RFC 5952 for IPv6.
    public var description: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv4 {
            var four = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
            inet_ntop(AF_INET, &four, &buffer, socklen_t(buffer.count))
        } else {
            var six = sixBytes
            inet_ntop(AF_INET6, &six, &buffer, socklen_t(buffer.count))
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var sixBytes: in6_addr {
        var six = in6_addr()
        withUnsafeMutableBytes(of: &six) { bytes in
            bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return six
    }
}
