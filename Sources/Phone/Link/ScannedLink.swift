import Crypto
import Wire

/// What a phone has scanned, or was started by, as far as it can judge it without the session's secret: the form. The
/// code is the server's to verify.
enum ScannedLink: Sendable, Equatable {
    case link(DeviceLink)
    /// From before the codes; whether it is taken is the server's rule.
    case legacy(LegacyDeviceLink)

    /// - Parameter base: what links of this service begin with; nil takes any https address, because the server that
    ///   is asked knows its own
    /// - Throws: `DEVICE_LINK_FORMAT`
    init(_ text: String, base: String?) throws(PhoneError) {
        let base = base ?? String(text.prefix { $0 != "?" })
        if DeviceLink.isBase(base), let link = DeviceLink(text, base: base) {
            self = .link(link)
        } else if let link = LegacyDeviceLink(text, base: base) {
            self = .legacy(link)
        } else {
            throw .check(code: "DEVICE_LINK_FORMAT", reason: "this is no link to a session")
        }
    }

    /// Whether the server's session is the one that the link speaks of, opened in this way: the flow type is signed.
    /// - Throws: `DEVICE_LINK_TYPE`, `SESSION_OTHER`
    func check(_ session: SessionDetails) throws(PhoneError) {
        switch self {
        case .legacy(let link):
            guard link.sessionId == session.sessionId else {
                throw .check(code: "SESSION_OTHER", reason: "the server sent another session")
            }
        case .link(let link):
            guard session.flowType == link.kind.rawValue, session.flow == Self.flows[link.sessionType] else {
                throw .check(
                    code: "DEVICE_LINK_TYPE", reason: "the server calls a \(link.kind.rawValue) link something else")
            }
        }
    }

    private static let flows: [DeviceLink.SessionType: String] = [
        .authentication: "AUTHENTICATION", .signature: "SIGNATURE", .certificateChoice: "CERTIFICATE_CHOICE",
    ]
}
