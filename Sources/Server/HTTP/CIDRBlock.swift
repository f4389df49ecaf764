/// A range of addresses such as `10.0.0.0/8` or `fd00::/8` (RFC 4632, RFC 4291). A bare address is a range of one.
public struct CIDRBlock: Sendable, Hashable, CustomStringConvertible {
    private let base: IPAddress
    /// Counted over 128 bits: an IPv4 prefix is 96 longer here than in its text.
    private let prefix: Int

    /// Nil when the text is no address, the prefix too long, or an address bit beyond the prefix is set: `10.0.0.1/8`
    /// is a mistake more often than an abbreviation.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        let width = address.isIPv4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
                let number = Int(parts[1]), number <= width
            else { return nil }
            length = number
        }
        prefix = 128 - width + length
        base = address
        guard Self.masked(address, prefix) == address else { return nil }
    }

    public func contains(_ address: IPAddress) -> Bool {
        Self.masked(address, prefix) == base
    }

    public var description: String {
        "\(base)/\(base.isIPv4 ? prefix - 96 : prefix)"
    }

    private static func masked(_ address: IPAddress, _ prefix: Int) -> IPAddress {
        // Swift's smart shifts give 0 for 64 and more, so no case is special.
        let high = prefix >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(prefix))
        let low = prefix <= 64 ? 0 : ~(UInt64.max >> UInt64(prefix - 64))
        return IPAddress(high: address.high & high, low: address.low & low)
    }
}
