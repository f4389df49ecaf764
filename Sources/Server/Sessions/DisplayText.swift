/// What may stand in a text that a citizen reads before he signs: everything that shows, nothing that hides, reorders
/// or moves other text.
///
/// Texts are hashed as they were sent, so that nothing can be taken out of them: a text with such a character is
/// refused. Letters of every script, combining marks, emoji with their joiners, and the selectors of Mongolian script
/// pass.
public enum DisplayText {
    /// The sentence for whoever sent another text.
    public static let rule = "no control, invisible or direction-changing characters, and something that shows"

    /// - Parameter allowsLines: whether U+000A passes, for texts of several lines
    public static func isValid(_ text: String, allowsLines: Bool = false) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains(where: shows) else { return false }
        return scalars.indices.allSatisfy { index in
            isValid(
                scalars[index], after: index > 0 ? scalars[index - 1] : nil,
                before: index + 1 < scalars.count ? scalars[index + 1] : nil, allowsLines: allowsLines)
        }
    }

    private static func isValid(
        _ scalar: Unicode.Scalar, after: Unicode.Scalar?, before: Unicode.Scalar?, allowsLines: Bool
    ) -> Bool {
        if scalar == "\n" { return allowsLines }
        if scalar.properties.isNoncharacterCodePoint || scalar == "\u{2800}" { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return false
        case .format: return isJoiner(scalar, after, before)
        default: break
        }
        guard scalar.properties.isDefaultIgnorableCodePoint else { return true }
        return isSelector(scalar, after)
    }

    /// ZWJ between two emoji, and ZWJ and ZWNJ beside a Mongolian letter, whose form they choose.
    private static func isJoiner(
        _ scalar: Unicode.Scalar, _ after: Unicode.Scalar?, _ before: Unicode.Scalar?
    ) -> Bool {
        guard scalar == "\u{200D}" || scalar == "\u{200C}", let after else {
            // MONGOLIAN VOWEL SEPARATOR is a format character too.
            return scalar == "\u{180E}" && after.map(isMongolian) == true
        }
        if isMongolian(after) { return true }
        guard scalar == "\u{200D}", let before else { return false }
        return isEmojiPart(after) && before.properties.isEmoji
    }

    /// Variation selectors 15 and 16 after what may be an emoji (a keycap's digit too), Mongolian ones after a letter.
    private static func isSelector(_ scalar: Unicode.Scalar, _ after: Unicode.Scalar?) -> Bool {
        guard let after else { return false }
        switch scalar.value {
        case 0xFE0E, 0xFE0F: return after.properties.isEmoji
        case 0x180B...0x180D, 0x180F: return isMongolian(after)
        default: return false
        }
    }

    /// An emoji, or what may stand at its end: a skin tone, a selector.
    private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji || scalar.properties.isEmojiModifier || scalar == "\u{FE0F}"
    }

    /// A letter of the traditional script, or a selector behind one.
    private static func isMongolian(_ scalar: Unicode.Scalar) -> Bool {
        (0x1820...0x18AA).contains(scalar.value) || (0x180B...0x180F).contains(scalar.value)
    }

    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2800}"
        }
    }
}
