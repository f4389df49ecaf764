import Crypto
import Wire

/// Whether a link that a phone has opened is the relying party's, and of now (rp-api.md §6). Pure: the session's data
/// come in, a reason or nothing comes out.
enum DeviceLinkVerifier {
    /// Why a link is refused, in the order in which it is looked for.
    enum Reason: String, Sendable {
        case format
        case authCode
        case stale
    }

    /// Seconds by which a QR code may be ahead of our clock or behind it: it is renewed every second, and what is
    /// older was photographed. The relying party's seconds begin when it receives our answer.
    static let freshness: ClosedRange<Int64> = -2_000...20_000

    /// The HMAC of a link under its session's secret.
    /// - Parameter secret: the decoded bytes of `sessionSecret`
    static func authCode(
        of link: DeviceLink, _ request: DeviceLinkRequest, secret: borrowing SecretBytes
    ) -> [UInt8] {
        HMACSHA256.authenticate(Array(request.payload(of: link).utf8), key: secret)
    }

    /// Nil when the code is the session's. In time that tells nothing about the code.
    static func checkAuthCode(
        _ link: DeviceLink, _ request: DeviceLinkRequest, secret: borrowing SecretBytes
    ) -> Reason? {
        guard let given = Base64URL.decode(link.authCode) else { return .format }
        return ConstantTime.equal(given, authCode(of: link, request, secret: secret)) ? nil : .authCode
    }

    /// Nil for a link that is fresh, or that shows no time because it was opened on the phone itself.
    /// - Parameter age: of the session, in milliseconds
    static func checkFreshness(_ link: DeviceLink, age: Int64) -> Reason? {
        guard let elapsed = link.elapsedSeconds else { return nil }
        return freshness.contains(age - Int64(elapsed) * 1_000) ? nil : .stale
    }
}
