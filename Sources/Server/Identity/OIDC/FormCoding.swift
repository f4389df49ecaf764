import Wire

/// `application/x-www-form-urlencoded`, as RFC 6749 appendix B demands it of bodies and of the parts of Basic.
enum FormCoding {
    static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// Everything but letters, digits, `-`, `.` and `_` as percent and two digits; a blank as well, which every decoder
    /// of forms reads as one.
    static func encode(_ text: String) -> String {
        var out = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: out.append(Character(Unicode.Scalar(byte)))
            default: out += "%" + Hex.encode([byte]).uppercased()
            }
        }
        return out
    }
}
