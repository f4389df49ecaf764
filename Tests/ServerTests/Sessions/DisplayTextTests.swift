import Crypto
import Testing
import Wire

@testable import Server

@Suite struct DisplayTextTests {
    @Test(arguments: [
        "Нэвтрэх", "Өөрийн үүсгэсэн ҮНЭ: 1 000 000₮", "Log in?", "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ",
        "ᠠ\u{180E}ᠠ", "ᠬ\u{180B}ᠠ",
        "ᠮᠣᠩᠭᠣᠯ\u{202F}ᠤᠨ",
        "a\u{0301}\u{0323}", "И\u{0306}",
        "😀", "👍🏽", "👨‍👩‍👧‍👦", "❤️", "❤️‍🔥", "🏳️‍🌈", "🇲🇳", "1️⃣", "中文 العربية עברית हिन्दी",
        "a\u{00A0}b", "«Дэмо банк» ХХК",
    ])
    func shown(_ text: String) {
        #expect(DisplayText.isValid(text))
    }

    @Test(arguments: [
        "", " ", "\u{00A0}", "\u{0301}", "a\u{0000}", "a\u{0007}b", "a\tb", "a\nb", "a\r\nb", "a\u{007F}", "a\u{0085}b",
        "a\u{200E}b", "a\u{200F}b", "a\u{202A}b", "a\u{202E}b", "a\u{2066}b", "a\u{2069}b", "a\u{061C}b", "a\u{200B}b",
        "a\u{2060}b", "a\u{FEFF}b", "a\u{00AD}b", "a\u{034F}b", "a\u{115F}b", "a\u{3164}b", "a\u{FFA0}b", "a\u{2800}b",
        "a\u{2028}b", "a\u{2029}b", "a\u{E0001}b", "a\u{E0061}b", "a\u{E0100}b", "a\u{E000}b", "a\u{FFFE}b",
        "a\u{FFF9}b",
        "a\u{200D}b", "a\u{200C}b", "\u{200D}😀", "😀\u{200D}", "😀\u{200C}😀", "a\u{FE0F}", "\u{FE0F}", "a\u{180B}",
        "a\u{180E}b",
        "\u{180E}",
    ])
    func refused(_ text: String) {
        #expect(!DisplayText.isValid(text))
    }

    @Test func linesPassWhereTheyAreAllowed() {
        #expect(DisplayText.isValid("a\nb", allowsLines: true))
        #expect(!DisplayText.isValid("a\r\nb", allowsLines: true))
        #expect(!DisplayText.isValid("\n", allowsLines: true))
    }
}
