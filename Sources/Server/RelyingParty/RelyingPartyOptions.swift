import Crypto
import Storage
import Wire

/// The settings of a relying party as an operator writes them.
public enum RelyingPartyOptions {
    /// Names and blocks of one party: more is a mistake, and every request reads them.
    public static let listed = 64

    /// `SIGN,PKI_READ`; `none`.
    public static func rights(_ text: String) throws(ConfigurationError) -> [String] {
        var rights: [String] = []
        for word in try list(text, "rights") {
            guard let right = RelyingPartyRight(rawValue: word) else {
                let known = RelyingPartyRight.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConfigurationError("--rights: \(word) is none of \(known)")
            }
            if !rights.contains(right.rawValue) { rights.append(right.rawValue) }
        }
        return rights
    }

    /// `192.0.2.0/24,2001:db8::1`; `none`.
    public static func addresses(_ text: String) throws(ConfigurationError) -> [String] {
        var blocks: [String] = []
        for word in try list(text, "addresses") {
            guard let block = CIDRBlock(word) else {
                throw ConfigurationError(
                    "--addresses: \(word) is no address and no CIDR block (such as 192.0.2.0/24; no bit beyond the prefix)"
                )
            }
            blocks.append(block.description)
        }
        return blocks
    }

    /// Each is a name; one that is `none` empties the list.
    public static func names(_ texts: [String]) throws(ConfigurationError) -> [String] {
        if texts == ["none"] { return [] }
        guard texts.count <= listed else { throw ConfigurationError("--allow-name: more than \(listed) names") }
        for name in texts { try check(name: name, "--allow-name") }
        return texts
    }

    /// A name that citizens or clients see.
    public static func check(name: String, _ option: String) throws(ConfigurationError) {
        guard DisplayText.isValid(name), name.unicodeScalars.count <= Limits.relyingPartyNameCharacters else {
            throw ConfigurationError(
                "\(option): 1 to \(Limits.relyingPartyNameCharacters) characters, \(DisplayText.rule)")
        }
    }

    /// SHA-256 of the DER certificate as `openssl x509 -fingerprint -sha256` prints it; `none`.
    public static func certificate(_ text: String) throws(ConfigurationError) -> [UInt8]? {
        if text == "none" { return nil }
        guard let hash = Hex.decode(text.filter { $0 != ":" }), hash.count == SHA256.byteCount else {
            throw ConfigurationError("--client-cert takes SHA-256 of the certificate in hexadecimal, or none")
        }
        return hash
    }

    public static func vcFormat(_ text: String) throws(ConfigurationError) -> String {
        guard ["alphaNumeric5", "numeric4"].contains(text) else {
            throw ConfigurationError("--vc takes alphaNumeric5 or numeric4")
        }
        return text
    }

    /// A number, or `default`.
    public static func limit(
        _ text: String, _ option: String, in range: ClosedRange<Int>
    ) throws(ConfigurationError) -> Int? {
        if text == "default" { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ConfigurationError(
                "\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), or default")
        }
        return number
    }

    /// Whether the settings fit together, and to the service of this configuration.
    public static func check(
        _ settings: RelyingPartySettings, _ configuration: ServerConfiguration
    ) throws(ConfigurationError) {
        if settings.allowsAddressAuth {
            guard !settings.addresses.isEmpty else {
                throw ConfigurationError("--ip-auth needs --addresses: without a secret the address is what is known")
            }
            guard configuration.knowsAddresses else {
                throw ConfigurationError(
                    "--ip-auth: TAMGA_LISTEN is public without TAMGA_TRUSTED_PROXIES, so that addresses say nothing")
            }
        }
        if settings.certificateHash != nil, configuration.clientCertificateHeader == nil {
            throw ConfigurationError("--client-cert: no certificate ever arrives without TAMGA_CLIENT_CERT_HEADER")
        }
    }

    private static func list(_ text: String, _ option: String) throws(ConfigurationError) -> [String] {
        if text == "none" { return [] }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks().description }
        guard words.count <= listed, words.allSatisfy({ !$0.isEmpty }) else {
            throw ConfigurationError("--\(option) takes 1 to \(listed) words with commas between them, or none")
        }
        return words
    }
}
