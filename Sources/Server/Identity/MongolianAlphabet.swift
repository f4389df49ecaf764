/// The 35 letters of the Mongolian Cyrillic alphabet, by Unicode scalar: composed forms only, so that a text has one
/// spelling.
public enum MongolianAlphabet {
    public static let capitals: [Unicode.Scalar] = Array("АБВГДЕЁЖЗИЙКЛМНОӨПРСТУҮФХЦЧШЩЪЫЬЭЮЯ".unicodeScalars)

    private static let capitalSet = Set(capitals)

    public static func isCapital(_ scalar: Unicode.Scalar) -> Bool { capitalSet.contains(scalar) }

    /// ASCII digits only.
    public static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The capital of a letter, Cyrillic or ASCII; anything else as it is. Independent of any locale.
    public static func upperCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let distance: UInt32
        switch scalar.value {
        case 0x61...0x7A, 0x430...0x44F: distance = 0x20
        case 0x451: distance = 0x50
        case 0x4E9, 0x4AF: distance = 1
        default: return scalar
        }
        return Unicode.Scalar(scalar.value - distance) ?? scalar
    }
}
