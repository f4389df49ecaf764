/// Standard Base64 with padding (RFC 4648 §4), canonical texts only: the form of every binary JSON member.
public enum Base64 {
    static let codec = Base64Codec(sixtyTwo: 0x2B, sixtyThree: 0x2F, padded: true)

    /// The text of `bytes`.
    public static func encode(_ bytes: [UInt8]) -> String {
        var output = [UInt8]()
        bytes.withUnsafeBufferPointer { codec.encode($0, into: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes of `text`; nil unless it is the one canonical text of them.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { codec.decode($0) }
    }

    /// The length in characters of the text of `count` bytes.
    public static func encodedCount(_ count: Int) -> Int {
        (count / 3 + (count % 3 == 0 ? 0 : 1)) * 4
    }
}
