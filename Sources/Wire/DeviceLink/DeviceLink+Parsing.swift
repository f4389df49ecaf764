extension DeviceLink {
    /// Characters of a session token; ours have 32.
    static let tokenCharacters = 1...64
    /// Digits of `elapsedSeconds`: no session lives for a million seconds.
    static let elapsedDigits = 1...6

    /// Reads a link strictly: exactly this base, exactly these parameters in exactly this order, each in its one form.
    /// Nil for everything else; what it accepts, `text` gives back byte for byte.
    ///
    /// - Parameter base: of the service that is to know the session
    public init?(_ text: String, base: String) {
        guard let query = Self.query(of: text, base: base) else { return nil }
        var parts = query.split(separator: "&", omittingEmptySubsequences: false)[...]
        func next(_ name: String) -> Substring? {
            guard let part = parts.first, part.utf8.starts(with: (name + "=").utf8) else { return nil }
            parts.removeFirst()
            // By bytes: a character takes the combining marks behind it along.
            return Substring(part.utf8.dropFirst(name.utf8.count + 1))
        }
        guard let kind = next("deviceLinkType").flatMap({ Kind(rawValue: String($0)) }) else { return nil }
        var elapsed: Int?
        if kind == .qr {
            guard let seconds = next("elapsedSeconds").flatMap(Self.seconds) else { return nil }
            elapsed = seconds
        }
        guard let token = next("sessionToken"), Self.tokenCharacters.contains(token.utf8.count),
            token.utf8.allSatisfy(Self.isBase64URL),
            let sessionType = next("sessionType").flatMap({ SessionType(rawValue: String($0)) }),
            next("version").map({ $0.utf8.elementsEqual(Self.version.utf8) }) == true,
            let language = next("lang"), language.utf8.count == 3,
            language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            let code = next("authCode"), Base64URL.decode(String(code))?.count == 32, parts.isEmpty
        else { return nil }
        self.init(
            base: base, kind: kind, elapsedSeconds: elapsed, sessionToken: String(token), sessionType: sessionType,
            language: String(language), authCode: String(code))
    }

    /// What follows `base?`; nil for another base. Compared by bytes: equal-looking texts are other texts.
    static func query(of text: String, base: String) -> Substring? {
        let prefix = base.utf8.count + 1
        guard text.utf8.count > prefix, text.utf8.starts(with: (base + "?").utf8) else { return nil }
        return Substring(text.utf8.dropFirst(prefix))
    }

    /// Whether a text can be the base of links: https, with a host, without query, fragment, blanks and `|`.
    public static func isBase(_ text: String) -> Bool {
        let scheme = "https://"
        guard text.utf8.starts(with: scheme.utf8), text.utf8.count > scheme.utf8.count else { return false }
        return text.utf8.allSatisfy { (0x21...0x7E).contains($0) && ![0x23, 0x3F, 0x7C, 0x26].contains($0) }
    }

    private static func seconds(_ digits: Substring) -> Int? {
        guard elapsedDigits.contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.utf8.count == 1 || digits.utf8.first != 0x30
        else { return nil }
        return Int(digits)
    }

    private static func isBase64URL(_ character: UInt8) -> Bool {
        switch character {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
