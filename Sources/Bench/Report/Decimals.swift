/// Numbers as text, without a locale.
enum Decimals {
    /// Four digits behind the point: a tenth of a microsecond.
    static func milliseconds(_ value: Double) -> String { fixed(value, digits: 4) }

    static func ratio(_ value: Double) -> String { fixed(value, digits: 3) }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Rounded, with exactly so many digits behind the point; `0` for what is no number, such as a ratio to nothing.
    static func fixed(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int64((abs(value) * scale).rounded())
        let whole = (value < 0 && scaled != 0 ? "-" : "") + "\(scaled / Int64(scale))"
        guard digits > 0 else { return whole }
        let fraction = String(scaled % Int64(scale))
        return whole + "." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    }
}
