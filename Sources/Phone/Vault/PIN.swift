import Crypto

/// A PIN in a buffer that is zeroised when the last holder lets it go. PIN1 opens AUTH, PIN2 SIGN; the server sees
/// neither.
public final class PIN: Sendable {
    let bytes: SecretBytes

    /// - Parameter bytes: the PIN's UTF-8
    public init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// A PIN that is in a string already (the command line, a test); the string itself cannot be wiped.
    public convenience init(_ text: String) {
        var bytes = SecretBytes(count: text.utf8.count)
        bytes.withUnsafeMutableBytes { $0.copyBytes(from: text.utf8) }
        self.init(bytes)
    }

    /// A PIN has 4 to 64 bytes; an app asks for digits.
    /// - Throws: `PIN_FORMAT`
    func checkFormat() throws(PhoneError) {
        guard (4...64).contains(bytes.count) else {
            throw .check(code: "PIN_FORMAT", reason: "a PIN has 4 to 64 characters")
        }
    }
}
