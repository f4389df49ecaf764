/// What the QR code of a pairing says: `https://host[:port]/pair/local?code=NNNNNN&fp=AA:BB:…`.
///
/// The form is Aptove's; a phone of ours takes it strictly, because everything in it decides whom it will trust.
public struct PairingURL: Sendable, Equatable {
    /// `https://host[:port]`, without a slash at its end.
    public let baseURL: String
    /// Six digits, 100000 to 999999.
    public let code: String
    /// SHA-256 of the DER of the server's certificate, 32 bytes.
    public let fingerprint: [UInt8]

    /// Why a text is none.
    public enum Fault: String, Error, Sendable, CaseIterable {
        case scheme = "it does not begin with https://host"
        case path = "its path is not /pair/local"
        case query = "its query is not well-formed, or names something twice"
        case code = "it has no code of six digits"
        case fingerprint = "it has no fingerprint of 32 bytes"
    }

    static let path = "/pair/local"

    /// - Parameters:
    ///   - baseURL: `https://host[:port]`; a slash at its end is taken off
    ///   - code: six digits
    ///   - fingerprint: 32 bytes
    public init(baseURL: String, code: String, fingerprint: [UInt8]) throws(Fault) {
        self.baseURL = try Self.base(baseURL)
        guard Self.isCode(code) else { throw .code }
        guard fingerprint.count == 32 else { throw .fingerprint }
        self.code = code
        self.fingerprint = fingerprint
    }

    /// Reads what was scanned.
    public init(_ text: String) throws(Fault) {
        guard text.utf8.count <= 1_024, let mark = text.utf8.firstIndex(of: 0x3F) else { throw .path }
        let address = text[..<mark]
        guard address.hasSuffix(Self.path) else { throw text.utf8.starts(with: "https://".utf8) ? .path : .scheme }
        let base = try Self.base(String(address.dropLast(Self.path.count)))
        guard let query = QueryString(String(text[text.utf8.index(after: mark)...])) else { throw .query }
        guard Set(query.parameters.map { Array($0.name.utf8) }).count == query.parameters.count else { throw .query }
        guard let code = query["code"], Self.isCode(code) else { throw .code }
        guard let shown = query["fp"], let fingerprint = Self.fingerprint(shown) else { throw .fingerprint }
        baseURL = base
        self.code = code
        self.fingerprint = fingerprint
    }

    /// What a QR code holds.
    public var text: String { "\(baseURL)\(Self.path)?code=\(code)&fp=\(Self.text(of: fingerprint))" }

    /// Pairs of capital hexadecimal digits joined by colons, as people compare them.
    public static func text(of fingerprint: [UInt8]) -> String {
        let digits = Array(Hex.encode(fingerprint).uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<($0 + 2)]) }.joined(separator: ":")
    }

    /// The 32 bytes of such a text; digits of either case, and `SHA256:` before them or not.
    public static func fingerprint(_ text: String) -> [UInt8]? {
        let prefix = "sha256:"
        let hasPrefix = text.prefix(prefix.count).lowercased() == prefix
        let pairs = (hasPrefix ? text.dropFirst(prefix.count) : text[...])
            .split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 32, pairs.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        return Hex.decode(pairs.joined())
    }

    public static func isCode(_ text: String) -> Bool {
        text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.first != 0x30
    }

    /// Whether a text is `https://host[:port]`, with a slash at its end or not.
    public static func isBase(_ text: String) -> Bool { (try? base(text)) != nil }

    private static func base(_ text: String) throws(Fault) -> String {
        guard let url = try? HTTPBaseURL(text), url.isSecure, url.prefix.isEmpty else { throw .scheme }
        return "https://" + url.authority
    }
}
