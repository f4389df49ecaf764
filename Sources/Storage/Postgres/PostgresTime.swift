/// PostgreSQL's binary timestamps: microseconds since 2000-01-01T00:00:00Z.
enum PostgresTime {
    /// Unix time of PostgreSQL's epoch in microseconds.
    static let epochMicroseconds: Int64 = 946_684_800_000_000
    /// Years 1 to 9999 are plenty and keep all arithmetic far from overflow.
    static let range: ClosedRange<Int64> = -63_082_281_600_000_000...252_455_615_999_999_999

    /// Unix milliseconds, rounded towards the past; nil for infinity and absurd values.
    static func unixMilliseconds(_ microseconds: Int64) -> Int64? {
        guard range.contains(microseconds) else { return nil }
        let unix = microseconds + epochMicroseconds
        return unix >= 0 ? unix / 1000 : (unix - 999) / 1000
    }
}
