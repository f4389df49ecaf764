extension IPAddress {
    /// What one customer of a network has: the address, or the /64 of IPv6. Limits by address count by it.
    public var customer: IPAddress { isIPv4 || isLoopback ? self : IPAddress(high: high, low: 0) }
}
