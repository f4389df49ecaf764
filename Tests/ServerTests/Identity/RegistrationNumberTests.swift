import Testing

@testable import Server

@Suite struct RegistrationNumberTests {
    @Test(arguments: [
        ("УХ00112233", 1900, 11, 22), ("МА74101813", 1974, 10, 18), ("УБ03251817", 2003, 5, 18),
        ("ӨҮ99123100", 1999, 12, 31), ("ЁЪ00222900", 2000, 2, 29), ("ЫЬ05323199", 2005, 12, 31),
        ("АА96022900", 1996, 2, 29), ("АА00210100", 2000, 1, 1),
    ])
    func dateOfBirth(_ text: String, _ year: Int, _ month: Int, _ day: Int) throws {
        let number = try #require(RegistrationNumber(text))
        #expect(number.text == text)
        #expect((number.birthYear, number.birthMonth, number.birthDay) == (year, month, day))
    }

    /// Months 00, 13 to 20 and from 33, days that the month does not have (1900 was no leap year).
    @Test(arguments: [
        "АА74001800", "АА74131800", "АА74201800", "АА74331800", "АА74401800", "АА74991800", "АА74100000",
        "АА74103200", "АА74043100", "АА00022900", "АА01222900", "АА03243100",
    ])
    func dateThatDoesNotExist(_ text: String) {
        #expect(RegistrationNumber(text) == nil)
    }

    @Test(arguments: [
        "", "УХ", "УХ0011223", "УХ001122334", "ух00112233", "Ух00112233", "YX00112233", "У000112233", "УХУ0112233",
        " УХ00112233", "УХ00112233 ", "УХ0011223٣", "ЇХ00112233", "ІХ00112233", "УХ-0112233",
    ])
    func form(_ text: String) {
        #expect(RegistrationNumber(text) == nil)
    }

    /// A letter with a combining mark is another text, although it looks the same.
    @Test func composedLettersOnly() {
        #expect(RegistrationNumber("ЙХ00112233") != nil)
        #expect(RegistrationNumber("И\u{306}Х00112233") == nil)
        #expect(RegistrationNumber("УХ00112233\u{301}") == nil)
    }
}
