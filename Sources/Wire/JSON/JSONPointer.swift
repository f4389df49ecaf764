/// Building JSON pointers (RFC 6901).
enum JSONPointer {
    /// Names longer than this many bytes are cut: a pointer comes back in an error, and the name is the client's.
    static let maximumNameBytes = 64

    /// `/` and the name with `~` and `/` escaped.
    static func step(_ name: String) -> String {
        var output: [UInt8] = [0x2F]
        for byte in name.utf8.prefix(maximumNameBytes) {
            switch byte {
            case 0x7E: output.append(contentsOf: [0x7E, 0x30])
            case 0x2F: output.append(contentsOf: [0x7E, 0x31])
            default: output.append(byte)
            }
        }
        // A name that was cut inside a character ends in U+FFFD.
        return String(decoding: output, as: UTF8.self)
    }

    static func step(_ index: Int) -> String {
        "/\(index)"
    }
}
