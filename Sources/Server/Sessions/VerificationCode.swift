import Crypto

/// The code that both screens show, so that the citizen answers the session in front of them and no other one
/// (rp-api.md §7). It is for the eye; nothing cryptographic rests on it.
public struct VerificationCode: Sendable, Equatable {
    /// The raw value is the wire's `vc.type`.
    public enum Kind: String, Sendable {
        /// Five decimal digits, deliberately not the length of a PIN.
        case alphaNumeric5
        /// Four decimal digits, as Smart-ID has it.
        case numeric4
        /// Four decimal digits under the name that the platform's older clients know.
        case alphaNumeric4
    }

    public let kind: Kind
    public let value: String
    /// Whether the relying party is told. It is not where it computes the code by itself.
    public let isAnnounced: Bool

    /// The code of a new session.
    ///
    /// `vcType: numeric4` of a log-in means Smart-ID's own formula over rpChallenge, which the client also computes. A
    /// log-in without it always gets five random digits, also from a party whose format is `numeric4`: four digits that
    /// do not follow the formula would only mislead such a client.
    ///
    /// - Parameters:
    ///   - derivedFrom: the decoded rpChallenge when the request asked for the formula.
    ///   - format: the relying party's setting; anything but `numeric4` is the default.
    public static func make(
        flow: SessionFlow, derivedFrom challenge: [UInt8]?, format: String, random: any RandomSource
    ) -> VerificationCode {
        if let challenge {
            return VerificationCode(kind: .numeric4, value: derived(from: challenge), isAnnounced: false)
        }
        if flow != .authentication, Kind(rawValue: format) == .numeric4 {
            return VerificationCode(kind: .numeric4, value: digits(4, random), isAnnounced: true)
        }
        return VerificationCode(kind: .alphaNumeric5, value: digits(5, random), isAnnounced: true)
    }

    /// The code of a session that an older client opened.
    static func flat(_ random: any RandomSource) -> VerificationCode {
        VerificationCode(kind: .alphaNumeric4, value: digits(4, random), isAnnounced: true)
    }

    /// Smart-ID's formula: the last two bytes of SHA-256(rpChallenge), big-endian, modulo 10,000, in four digits.
    static func derived(from challenge: [UInt8]) -> String {
        let tail = SHA256.hash(challenge).suffix(2).reduce(0) { $0 << 8 | Int($1) }
        return padded(tail % 10_000, 4)
    }

    /// Uniform: values in the incomplete last round of the range are drawn again.
    static func digits(_ count: Int, _ random: any RandomSource) -> String {
        let bound = (0..<count).reduce(UInt32(1)) { product, _ in product * 10 }
        let limit = UInt32.max - UInt32.max % bound
        while true {
            var drawn: UInt32 = 0
            withUnsafeMutableBytes(of: &drawn) { random.fill($0) }
            if drawn < limit { return padded(Int(drawn % bound), count) }
        }
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}
