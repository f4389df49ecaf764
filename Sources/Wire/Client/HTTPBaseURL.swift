/// `http://host[:port][/prefix]`, or the same with https, taken apart.
public struct HTTPBaseURL: Sendable, Equatable {
    /// A name or an address; IPv6 without its brackets.
    public let host: String
    /// Whether it begins with https.
    public let isSecure: Bool
    public let port: UInt16
    /// What stands before every path: empty, or begins with `/` and does not end with it.
    public let prefix: String
    /// The value of the Host field.
    public let authority: String

    /// No user information, query or fragment. Without a port it is 80 or 443.
    public init(_ text: String) throws(HTTPClientError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 2_048, let colon = bytes.firstIndex(of: 0x3A),
            ASCII.equals(bytes[colon...].prefix(3), "://".utf8)
        else { throw .badURL }
        isSecure = ASCII.equals(bytes[..<colon], "https".utf8)
        guard isSecure || ASCII.equals(bytes[..<colon], "http".utf8) else { throw .badURL }
        let rest = bytes[(colon + 3)...]
        let slash = rest.firstIndex(of: 0x2F) ?? rest.endIndex
        let authority = rest[..<slash]
        var prefix = rest[slash...]
        while prefix.last == 0x2F { prefix.removeLast() }
        guard !authority.isEmpty, ASCII.all(authority, ASCII.host), ASCII.all(prefix, ASCII.target),
            !prefix.contains(0x3F)
        else { throw .badURL }
        let (host, port) = try Self.split(authority, standard: isSecure ? 443 : 80)
        self.host = String(decoding: host, as: UTF8.self)
        self.port = port
        self.prefix = String(decoding: prefix, as: UTF8.self)
        self.authority = String(decoding: authority, as: UTF8.self)
    }

    /// Whether the host is an address rather than a name: IPv6, or four numbers.
    public var isAddress: Bool {
        host.utf8.contains(0x3A) || host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
    }

    private static func split(
        _ authority: ArraySlice<UInt8>, standard: UInt16
    ) throws(HTTPClientError) -> (ArraySlice<UInt8>, UInt16) {
        var host = authority
        var port: ArraySlice<UInt8>?
        if authority.first == 0x5B {
            guard let bracket = authority.firstIndex(of: 0x5D) else { throw .badURL }
            host = authority[(authority.startIndex + 1)..<bracket]
            let rest = authority[(bracket + 1)...]
            guard rest.isEmpty || rest.first == 0x3A else { throw .badURL }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = authority.firstIndex(of: 0x3A) {
            host = authority[..<colon]
            port = authority[(colon + 1)...]
            guard !authority[(colon + 1)...].contains(0x3A) else { throw .badURL }
        }
        guard !host.isEmpty else { throw .badURL }
        guard let port else { return (host, standard) }
        guard let number = ASCII.decimal(port), let value = UInt16(exactly: number), value > 0 else { throw .badURL }
        return (host, value)
    }
}
