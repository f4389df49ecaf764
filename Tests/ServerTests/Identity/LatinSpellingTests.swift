import Testing

@testable import Server

@Suite struct LatinSpellingTests {
    @Test(arguments: [
        ("Бат", "BAT"), ("Бат", "Bat"), ("Дорж", "DORJ"), ("Дорж", "Dorzh"), ("Бат-Эрдэнэ", "BAT-ERDENE"),
        ("Бат-Эрдэнэ", "BATERDENE"), ("Бат-Эрдэнэ", "Bat Erdene"), ("Мөнхзул", "MÖNKHZUL"), ("Мөнхзул", "Munkhzul"),
        ("Мөнхзул", "mönkhzul"), ("Үүрийнтуяа", "Uuriintuya"), ("Үүрийнтуяа", "ÜÜRIINTUYAA"),
        ("Щербакова", "Shcherbakova"),
        ("Щербакова", "SHYERBAKOVA"), ("Цэрэндорж", "Cerendorj"), ("Ганболд", "GANBOLD"), ("Хулан", "Hulan"),
        ("Оюунчимэг", "Oyunchimeg"), ("Ёндон", "YONDON"), ("Юндэн", "Iunden"), ("Anna Мария", "ANNA MARIYA"),
    ])
    func isASpelling(_ name: String, _ latin: String) {
        #expect(LatinSpelling.isSpelling(latin, of: name))
    }

    @Test(arguments: [
        ("Бат", "BOLD"), ("Бат", "BA"), ("Бат", "BATT"), ("Бат", ""), ("Бат", "B-AT"), ("Дорж", "GATES"),
        ("Бат-Эрдэнэ", "BAT"), ("Бат-Эрдэнэ", "ERDENE"), ("Мөнхзул", "MANKHZUL"), ("Хулан", "KULAN"), ("", "BAT"),
        ("Бат", "BAT DORJ"),
    ])
    func isAnother(_ name: String, _ latin: String) {
        #expect(!LatinSpelling.isSpelling(latin, of: name))
    }

    /// What the service proposes may always be confirmed.
    @Test func theStandardIsASpelling() {
        for citizen in DemoCitizen.all {
            for name in [citizen.person.givenName, citizen.person.surname] {
                #expect(LatinSpelling.isSpelling(Transliteration.latin(name), of: name))
            }
        }
        let all = String(String.UnicodeScalarView(MongolianAlphabet.capitals))
        #expect(LatinSpelling.isSpelling(Transliteration.latin(all), of: all))
    }

    @Test func aNameTooLongForACertificateMayBeCut() {
        let long = String(repeating: "Х", count: 40)
        #expect(LatinSpelling.isSpelling(String(repeating: "KH", count: 32), of: long))
        #expect(!LatinSpelling.isSpelling(String(repeating: "KH", count: 31) + "A", of: long))
        #expect(!LatinSpelling.isSpelling(String(repeating: "K", count: 32), of: long))
    }

    /// A long name with many spellings of each letter costs no more than its length squared.
    @Test func theLongestNameIsJudgedAtOnce() {
        let name = String(repeating: "Ы", count: 200)
        #expect(!LatinSpelling.isSpelling(String(repeating: "I", count: 63) + "X", of: name))
    }
}
