import Testing

@testable import Server

@Suite struct TransliterationTests {
    /// MNS 5217:2012, letter by letter in the order of the alphabet.
    @Test func table() {
        let standard: [(String, String)] = [
            ("А", "A"), ("Б", "B"), ("В", "V"), ("Г", "G"), ("Д", "D"), ("Е", "YE"), ("Ё", "YO"), ("Ж", "J"),
            ("З", "Z"), ("И", "I"), ("Й", "I"), ("К", "K"), ("Л", "L"), ("М", "M"), ("Н", "N"), ("О", "O"),
            ("Ө", "Ö"), ("П", "P"), ("Р", "R"), ("С", "S"), ("Т", "T"), ("У", "U"), ("Ү", "Ü"), ("Ф", "F"),
            ("Х", "KH"), ("Ц", "TS"), ("Ч", "CH"), ("Ш", "SH"), ("Щ", "SH"), ("Ъ", "I"), ("Ы", "Y"), ("Ь", "I"),
            ("Э", "E"), ("Ю", "YU"), ("Я", "YA"),
        ]
        #expect(standard.map(\.0).joined() == String(String.UnicodeScalarView(MongolianAlphabet.capitals)))
        for (cyrillic, latin) in standard { #expect(Transliteration.latin(cyrillic) == latin) }
        #expect(Transliteration.table.count == 35)
    }

    /// The small letter of every capital gives the same, by the standard library's own case mapping.
    @Test func smallLetters() {
        for capital in MongolianAlphabet.capitals {
            let small = String(capital).lowercased()
            #expect(small != String(capital))
            #expect(Transliteration.latin(small) == Transliteration.table[capital])
        }
    }

    @Test(arguments: [
        ("Бат", "BAT"), ("Дорж", "DORJ"), ("Бат-Эрдэнэ", "BAT-ERDENE"), ("Мөнхзул", "MÖNKHZUL"),
        ("Цэрэндорж", "TSERENDORJ"), ("Оюунчимэг", "OYUUNCHIMEG"), ("Гарьд", "GARID"), ("Ёндон", "YONDON"),
        ("Щербакова", "SHYERBAKOVA"), ("Anna Мария", "ANNA MARIYA"), ("Бат.1", "BAT"), ("", ""),
    ])
    func names(_ cyrillic: String, _ latin: String) {
        #expect(Transliteration.latin(cyrillic) == latin)
    }
}
