/// Base64 with the URL alphabet and no padding (RFC 4648 §5), canonical texts only: opaque tokens and challenges.
public enum Base64URL {
    static let codec = Base64Codec(sixtyTwo: 0x2D, sixtyThree: 0x5F, padded: false)

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
}
