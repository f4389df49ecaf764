/// A citizen's registration number: two Cyrillic capitals and eight digits, such as `УХ00112233`.
///
/// The letters name the place of registration. The digits are year, month and day of birth, two each, and two more. A
/// month above 20 means a birth from 2000 on: `05` with `32` is December 2005, `05` with `12` is December 1905. The day
/// must exist in that month. The last two digits have no rule here: no public one covers all numbers in use.
public struct RegistrationNumber: Sendable, Equatable {
    public let text: String
    public let birthYear: Int
    /// 1 to 12.
    public let birthMonth: Int
    /// 1 to 31.
    public let birthDay: Int

    /// Nil unless the text is exactly of that form: no blanks, no small letters, no look-alikes, composed letters only.
    public init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count == 10, scalars[..<2].allSatisfy(MongolianAlphabet.isCapital),
            scalars[2...].allSatisfy(MongolianAlphabet.isDigit)
        else { return nil }
        let digits = scalars[2...].map { Int($0.value - 0x30) }
        let code = digits[2] * 10 + digits[3]
        let isRecent = code > 20
        let year = (isRecent ? 2000 : 1900) + digits[0] * 10 + digits[1]
        let month = isRecent ? code - 20 : code
        let day = digits[4] * 10 + digits[5]
        guard (1...12).contains(month), day >= 1, day <= Self.days(month: month, year: year) else { return nil }
        self.text = text
        birthYear = year
        birthMonth = month
        birthDay = day
    }

    private static func days(month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
