import Wire

/// An address that this server may call: https; plain http only on this machine, for development.
public struct OutgoingURL: Sendable, Hashable, CustomStringConvertible {
    public let text: String
    /// Whether it names this machine by a loopback address or as `localhost`.
    public let isLoopback: Bool
    public let isSecure: Bool

    public var description: String { text }

    /// Nil for other schemes, user information, a fragment, an empty or odd host, characters that do not stand in a
    /// URL.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Limits.outgoingURLBytes, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !text.contains("#"), !authority.contains("@"), !text.contains("\\"),
            let host = Self.host(authority)
        else { return nil }
        isLoopback = ["localhost", "[::1]"].contains(host) || (SocketAddress("\(host):1")?.address.isLoopback ?? false)
        guard isSecure || isLoopback else { return nil }
        self.text = text
    }

    /// Name or address, IPv6 with its brackets; nil when it or the port is none.
    private static func host(_ authority: Substring) -> String? {
        var host = authority
        if let bracket = authority.lastIndex(of: "]") {
            host = authority[...bracket]
            guard host.first == "[" else { return nil }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
        }
        let port = authority[host.endIndex...]
        guard port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()).map { $0 > 0 } ?? false) else {
            return nil
        }
        let letters = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
            default: false
            }
        }
        return host.isEmpty || !letters ? nil : host.lowercased()
    }
}
