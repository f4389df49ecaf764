/// Moments in receipts: `2021-01-23T12:13:35.801Z` (ISO 8601, UTC), the fraction of one to nine digits or left out.
enum ReceiptTime {
    /// Unix milliseconds, later digits cut off; `nil` for every other form.
    static func milliseconds(_ text: [UInt8]) -> Int64? {
        guard (20...30).contains(text.count), text.last == UInt8(ascii: "Z"),
            text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19]),
            let fraction = fraction(text[19..<text.count - 1])
        else { return nil }
        let time = CalendarTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        // A day that the month does not have comes back as another one.
        guard year >= 1970, (1...12).contains(month), CalendarTime(unixSeconds: time.unixSeconds) == time else {
            return nil
        }
        return time.unixSeconds * 1000 + fraction
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }

    /// Milliseconds of what stands between seconds and `Z`.
    private static func fraction(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let point = text.first else { return 0 }
        let digits = text.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count), number(digits) != nil else { return nil }
        let three = (digits + [0x30, 0x30]).prefix(3)
        return number(three).map(Int64.init)
    }
}
