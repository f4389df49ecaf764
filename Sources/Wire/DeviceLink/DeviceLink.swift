/// A device link of version 1.0 (rp-api.md §6): what a QR code shows, or what a button on the phone's own screen opens.
///
/// The relying party makes it from the session's token and secret; the service that opened the session verifies it. It
/// is one exact text: no encoding, no other order, no further parameters.
public struct DeviceLink: Sendable, Equatable {
    /// How the link reaches the phone. The raw value is the wire's, and the `flowType` that the log-in signs.
    public enum Kind: String, Sendable, CaseIterable {
        /// Shown by another device, renewed every second.
        case qr = "QR"
        /// Opened by a page in the phone's browser.
        case web2App = "Web2App"
        /// Opened by another app of the phone.
        case app2App = "App2App"

        /// Whether the phone goes back to the relying party afterwards. Only then is the callback authenticated and
        /// signed.
        public var returnsToCaller: Bool { self != .qr }
    }

    /// What the session is about. The raw value is the wire's.
    public enum SessionType: String, Sendable, CaseIterable {
        case authentication = "auth"
        case signature = "sign"
        case certificateChoice = "cert"
    }

    public static let version = "1.0"

    /// An https URL without query and fragment.
    public var base: String
    public var kind: Kind
    /// Seconds since the relying party opened the session; for `qr` only, and always there.
    public var elapsedSeconds: Int?
    public var sessionToken: String
    public var sessionType: SessionType
    /// Three lower-case letters (ISO 639-2): the language of the page that showed the link.
    public var language: String
    /// 43 characters of base64url.
    public var authCode: String

    public init(
        base: String, kind: Kind, elapsedSeconds: Int?, sessionToken: String, sessionType: SessionType,
        language: String, authCode: String = ""
    ) {
        self.base = base
        self.kind = kind
        self.elapsedSeconds = elapsedSeconds
        self.sessionToken = sessionToken
        self.sessionType = sessionType
        self.language = language
        self.authCode = authCode
    }

    /// The link without its code: the last field of what the code authenticates.
    public var unprotected: String {
        var text = base + "?deviceLinkType=" + kind.rawValue
        if let elapsedSeconds { text += "&elapsedSeconds=\(elapsedSeconds)" }
        text += "&sessionToken=" + sessionToken + "&sessionType=" + sessionType.rawValue
        return text + "&version=" + Self.version + "&lang=" + language
    }

    /// The whole link.
    public var text: String { unprotected + "&authCode=" + authCode }
}
