/// Mongolian Cyrillic in Latin letters by MNS 5217:2012, as names stand in certificates: in capitals.
///
/// It proposes; the citizen confirms or corrects (mobile-api.md §3).
public enum Transliteration {
    /// The standard's table, complete: every letter of the alphabet has one row.
    static let table: [Unicode.Scalar: String] = [
        "А": "A", "Б": "B", "В": "V", "Г": "G", "Д": "D", "Е": "YE", "Ё": "YO", "Ж": "J", "З": "Z", "И": "I",
        "Й": "I", "К": "K", "Л": "L", "М": "M", "Н": "N", "О": "O", "Ө": "Ö", "П": "P", "Р": "R", "С": "S",
        "Т": "T", "У": "U", "Ү": "Ü", "Ф": "F", "Х": "KH", "Ц": "TS", "Ч": "CH", "Ш": "SH", "Щ": "SH", "Ъ": "I",
        "Ы": "Y", "Ь": "I", "Э": "E", "Ю": "YU", "Я": "YA",
    ]

    /// The Latin form of a name. Latin letters, hyphens and blanks stay; anything else, which no Mongolian name has, is
    /// left out. The result may be longer than a certificate takes: the citizen then shortens it.
    public static func latin(_ name: String) -> String {
        var out = ""
        for scalar in name.unicodeScalars {
            let capital = MongolianAlphabet.upperCase(scalar)
            if let latin = table[capital] {
                out += latin
            } else if LatinName.isLetter(capital) || capital == "-" || capital == " " {
                out.unicodeScalars.append(capital)
            }
        }
        return out
    }
}
