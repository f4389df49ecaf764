/// A link from before the protected ones: `{base}?sessionId={uuid}&vc={5 digits}`, or the session's UUID alone.
///
/// Nothing authenticates it and nothing ages it. A service takes it only where its operator says so.
public struct LegacyDeviceLink: Sendable, Equatable {
    /// Lower-case UUID.
    public let sessionId: String
    /// The verification code in the link; nil for a bare UUID.
    public let code: String?

    /// Nil for everything else.
    public init?(_ text: String, base: String) {
        if UUIDText.isValid(text) {
            self.init(sessionId: text, code: nil)
            return
        }
        guard let query = DeviceLink.query(of: text, base: base) else { return nil }
        let parts = query.split(separator: "&", omittingEmptySubsequences: false)
        let names = ["sessionId=", "vc="]
        guard parts.count == 2, zip(parts, names).allSatisfy({ $0.utf8.starts(with: $1.utf8) }) else { return nil }
        // By bytes: a character takes the combining marks behind it along.
        let values = zip(parts, names).map { String(Substring($0.utf8.dropFirst($1.utf8.count))) }
        let (id, code) = (values[0], values[1])
        guard UUIDText.isValid(id), code.utf8.count == 5, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(sessionId: id, code: code)
    }

    private init(sessionId: String, code: String?) {
        self.sessionId = sessionId
        self.code = code
    }
}
