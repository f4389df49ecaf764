/// The one error that leaves the target `Crypto`.
///
/// `code` is stable and names the check that failed; callers branch on it, logs and tests count it. `reason` is for
/// the person who reads a log: it never holds a secret, and no code may depend on its text. Two errors are equal when
/// their codes are equal, so that a test states the rule and not the wording.
public struct CryptoError: Error, Equatable, Sendable {
    public let code: String
    public let reason: String

    public init(_ code: String, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    public static func == (a: CryptoError, b: CryptoError) -> Bool { a.code == b.code }
}

extension CryptoError: CustomStringConvertible {
    public var description: String { reason.isEmpty ? code : "\(code): \(reason)" }
}
