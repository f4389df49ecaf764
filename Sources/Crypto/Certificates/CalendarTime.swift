/// A moment in the Gregorian calendar, UTC, as certificates write it; the bridge to Unix seconds needs no locale and
/// no time zone data.
struct CalendarTime: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// What RFC 5280 §4.1.2.5 can write: 1950-01-01T00:00:00Z to 9999-12-31T23:59:59Z, in Unix seconds.
    static let representable: ClosedRange<Int64> = -631_152_000...253_402_300_799

    init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// `nil` outside the representable range.
    init?(unixSeconds: Int64) {
        guard Self.representable.contains(unixSeconds) else { return nil }
        let secondsOfDay = Int(((unixSeconds % 86_400) + 86_400) % 86_400)
        let days = (Int(unixSeconds) - secondsOfDay) / 86_400
        // 366 days are never less than a year, so the estimate is at most too small (in the past: one too large).
        var year = 1970 + days / 366 - (days < 0 ? 2 : 0)
        while Self.days(beforeYear: year + 1) <= days { year += 1 }
        while Self.days(beforeYear: year) > days { year -= 1 }
        var rest = days - Self.days(beforeYear: year)
        var month = 1
        while rest >= Self.length(ofMonth: month, year: year) {
            rest -= Self.length(ofMonth: month, year: year)
            month += 1
        }
        self.init(
            year: year, month: month, day: rest + 1, hour: secondsOfDay / 3600, minute: secondsOfDay / 60 % 60,
            second: secondsOfDay % 60)
    }

    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    var unixSeconds: Int64 {
        var days = Self.days(beforeYear: year) + day - 1
        for earlier in 1..<max(month, 1) { days += Self.length(ofMonth: earlier, year: year) }
        return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to the first of January of that year.
    private static func days(beforeYear year: Int) -> Int {
        func leapYears(through last: Int) -> Int { last / 4 - last / 100 + last / 400 }
        return 365 * (year - 1970) + leapYears(through: year - 1) - leapYears(through: 1969)
    }
}
