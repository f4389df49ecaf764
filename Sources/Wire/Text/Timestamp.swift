/// RFC 3339 texts in whole seconds with `Z`, and HTTP dates, by pure arithmetic on the proleptic Gregorian calendar.
///
/// No time zone data, no locale, no leap seconds: `:60` is refused, as Unix seconds cannot name it.
public enum Timestamp {
    /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z, the instants that four digits of year can name.
    public static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// `YYYY-MM-DDTHH:MM:SSZ` of seconds since 1970-01-01T00:00:00Z; instants outside `range` are moved to its ends.
    public static func format(unixSeconds: Int64) -> String {
        let (year, month, day, second) = parts(unixSeconds)
        var out = [UInt8]()
        out.reserveCapacity(20)
        append(year, 4, to: &out)
        out.append(0x2D)
        append(month, 2, to: &out)
        out.append(0x2D)
        append(day, 2, to: &out)
        out.append(0x54)
        appendClock(second, to: &out)
        out.append(0x5A)
        return String(decoding: out, as: UTF8.self)
    }

    /// Seconds since 1970 of exactly `YYYY-MM-DDTHH:MM:SSZ`; nil for other offsets, fractions, lower case, or a date
    /// or time that does not exist.
    public static func parse(_ text: String) -> Int64? {
        let bytes = Array(text.utf8.prefix(21))
        guard bytes.count == 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
            bytes[16] == 0x3A, bytes[19] == 0x5A
        else { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= daysIn(month: month, year: year), hour < 24, minute < 60,
            second < 60
        else { return nil }
        return days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// The fixed-length HTTP date (RFC 9110 §5.6.7), for the Date field: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func httpDate(unixSeconds: Int64) -> String {
        let (year, month, day, second) = parts(unixSeconds)
        let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // 1970-01-01, day 0, was a Thursday.
        let weekday = ((days(year: year, month: month, day: day) + 3) % 7 + 7) % 7
        var out = [UInt8]((weekdays[Int(weekday)] + ", ").utf8)
        append(day, 2, to: &out)
        out.append(contentsOf: (" " + months[Int(month) - 1] + " ").utf8)
        append(year, 4, to: &out)
        out.append(0x20)
        appendClock(second, to: &out)
        out.append(contentsOf: " GMT".utf8)
        return String(decoding: out, as: UTF8.self)
    }

    /// Year, month 1...12, day 1...31 and second of the day.
    private static func parts(_ unixSeconds: Int64) -> (year: Int64, month: Int64, day: Int64, second: Int64) {
        let instant = min(max(unixSeconds, range.lowerBound), range.upperBound)
        // Counted from year 0, so that nothing below is negative.
        let elapsed = instant - range.lowerBound
        var day = elapsed / 86_400
        let second = elapsed % 86_400
        // The mean length of a year gives the year or the one after it.
        var year = day * 400 / 146_097
        if daysBefore(year: year) > day { year -= 1 }
        if daysBefore(year: year + 1) <= day { year += 1 }
        day -= daysBefore(year: year)
        var month: Int64 = 1
        while day >= daysIn(month: month, year: year) {
            day -= daysIn(month: month, year: year)
            month += 1
        }
        return (year, month, day + 1, second)
    }

    /// Days from 1970-01-01 to the date.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        var total = daysBefore(year: year) + range.lowerBound / 86_400
        for earlier in 1..<max(month, 1) { total += daysIn(month: earlier, year: year) }
        return total + day - 1
    }

    /// Days from 0000-01-01 to the first of January of `year`; year 0 is a leap year.
    private static func daysBefore(year: Int64) -> Int64 {
        guard year > 0 else { return 0 }
        let last = year - 1
        return year * 365 + last / 4 - last / 100 + last / 400 + 1
    }

    private static func daysIn(month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 0x30)
        }
        return value
    }

    private static func append(_ value: Int64, _ width: Int, to out: inout [UInt8]) {
        var divisor: Int64 = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            out.append(0x30 + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    private static func appendClock(_ second: Int64, to out: inout [UInt8]) {
        append(second / 3_600, 2, to: &out)
        out.append(0x3A)
        append(second / 60 % 60, 2, to: &out)
        out.append(0x3A)
        append(second % 60, 2, to: &out)
    }
}
