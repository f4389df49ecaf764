/// The ways in which a Mongolian name may be written in Latin letters: that of MNS 5217:2012, and those that passports,
/// banks and older documents use. A citizen may confirm any of them for his certificate, and nothing else: the name in
/// it must be a spelling of the one that was proved.
enum LatinSpelling {
    /// What a letter may become beside its row in `Transliteration.table`. All in capitals, without marks.
    private static let others: [Unicode.Scalar: [String]] = [
        "В": ["W"], "Г": ["GH"], "Е": ["E", "IE", "JE"], "Ё": ["O", "IO", "JO"], "Ж": ["ZH"], "З": ["DZ"],
        "И": ["Y"], "Й": ["Y", "J", ""], "К": ["C"], "Ө": ["O", "U", "OE"], "У": ["OU"], "Ү": ["U", "UE"],
        "Ф": ["PH"], "Х": ["H", "X"], "Ц": ["C", "TZ"], "Ч": ["TCH"], "Щ": ["SHCH"], "Ъ": [""],
        "Ы": ["I", "II", "YI"], "Ь": ["", "Y", "J"], "Э": ["AE"], "Ю": ["IU", "JU", "U"], "Я": ["IA", "JA", "A"],
    ]
    /// The letters that make the one before them long.
    private static let lengthening: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "А": ["А"], "Е": ["Е", "Э", "Ө"], "Ё": ["О"], "И": ["И", "Й"], "О": ["О"], "Ө": ["Ө"], "У": ["У"], "Ү": ["Ү"],
        "Э": ["Э"], "Ю": ["У", "Ү"], "Я": ["А"],
    ]

    /// Whether `latin` is a spelling of the Cyrillic `name`; case does not matter, hyphens and blanks may change places
    /// with each other or go. A name whose transliteration is longer than a certificate takes may be cut at a letter.
    static func isSpelling(_ latin: String, of name: String) -> Bool {
        let letters = latin.unicodeScalars.map(capital)
        let source = name.unicodeScalars.map(capital)
        let mayBeCut = Transliteration.latin(name).unicodeScalars.count > Limits.latinNameCharacters
        // The lengths of `letters` that the letters of the name read so far can account for.
        var reached: Set<Int> = [0]
        for (index, letter) in source.enumerated() {
            let previous = index > 0 ? source[index - 1] : nil
            reached = step(reached, spellings(of: letter, after: previous), letters)
            if mayBeCut, reached.contains(letters.count), index > 0 { return true }
            if reached.isEmpty { return false }
        }
        return reached.contains(letters.count)
    }

    private static func step(
        _ reached: Set<Int>, _ spellings: [[Unicode.Scalar]], _ letters: [Unicode.Scalar]
    ) -> Set<Int> {
        var next: Set<Int> = []
        for start in reached {
            for spelling in spellings where letters[start...].starts(with: spelling) {
                next.insert(start + spelling.count)
            }
        }
        return next
    }

    private static func spellings(of letter: Unicode.Scalar, after previous: Unicode.Scalar?) -> [[Unicode.Scalar]] {
        var texts: [String]
        if let standard = Transliteration.table[letter] {
            texts = [standard] + (others[letter] ?? [])
            // A long vowel is often written once.
            if let previous, lengthening[previous]?.contains(letter) == true { texts.append("") }
        } else if letter == "-" || letter == " " {
            texts = ["-", " ", ""]
        } else if LatinName.isLetter(letter) {
            texts = [String(letter)]
        } else {
            // What the transliteration leaves out.
            texts = [""]
        }
        return texts.map { Array($0.unicodeScalars) }
    }

    private static func capital(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "ö": "Ö"
        case "ü": "Ü"
        default: MongolianAlphabet.upperCase(scalar)
        }
    }
}
