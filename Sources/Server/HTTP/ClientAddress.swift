import Wire

/// Who is asking (mobile-api.md §8): the peer, unless the peer is a trusted proxy; then the right-most address of
/// `X-Forwarded-For` that is not itself trusted.
enum ClientAddress {
    /// Reading from the right is the point: everything to the left of the first untrusted address was written by
    /// that address and may be invented. An entry that is no address ends the walk at the proxy that sent it.
    static func resolve(peer: IPAddress, headers: HTTPHeaders, trusted: [CIDRBlock]) -> IPAddress {
        guard trusted.contains(where: { $0.contains(peer) }) else { return peer }
        var candidate = peer
        for entry in headers.all("X-Forwarded-For").joined(separator: ",").split(separator: ",").reversed() {
            guard let address = parse(entry) else { return candidate }
            candidate = address
            guard trusted.contains(where: { $0.contains(address) }) else { return address }
        }
        return candidate
    }

    /// An address as proxies write it: bare, or with a port (`192.0.2.1:80`, `[2001:db8::1]:443`, `[2001:db8::1]`).
    private static func parse(_ entry: Substring) -> IPAddress? {
        var text = entry
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
        if let address = IPAddress(String(text)) { return address }
        if text.hasPrefix("["), text.hasSuffix("]") { return IPAddress(String(text.dropFirst().dropLast())) }
        return SocketAddress(String(text))?.address
    }
}
