import Glibc
import Testing

@testable import Wire

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "Known instants hold in both directions",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600), ("2038-01-19T03:14:08Z", 2_147_483_648),
            ("1969-12-31T23:59:59Z", -1), ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func known(text: String, seconds: Int64) {
        #expect(Timestamp.format(unixSeconds: seconds) == text)
        #expect(Timestamp.parse(text) == seconds)
    }

    @Test("The C library's calendar agrees on instants of five thousand years")
    func agreesWithLibrary() {
        var random = Random(seed: 2)
        for _ in 0..<2_000 {
            let seconds = Int64(random.below(200_000_000_000)) - 60_000_000_000
            var instant = time_t(seconds)
            var parts = tm()
            gmtime_r(&instant, &parts)
            let text = Timestamp.format(unixSeconds: seconds)
            let fields = text.split { !$0.isNumber }.compactMap { Int32($0) }
            #expect(
                fields == [
                    parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                ])
            #expect(Timestamp.parse(text) == seconds)
            let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
            #expect(Timestamp.httpDate(unixSeconds: seconds).hasPrefix(days[Int(parts.tm_wday)]))
        }
    }

    @Test("The HTTP date is that of RFC 9110 §5.6.7")
    func httpDate() {
        #expect(Timestamp.httpDate(unixSeconds: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(Timestamp.httpDate(unixSeconds: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test("Instants that no four-digit year names move to the end of the range")
    func clamped() {
        #expect(Timestamp.format(unixSeconds: .max) == "9999-12-31T23:59:59Z")
        #expect(Timestamp.format(unixSeconds: .min) == "0000-01-01T00:00:00Z")
    }

    @Test(
        "Anything but an existing second in Z is refused",
        arguments: [
            "", "2026-11-30", "2026-11-30T00:00:00", "2026-11-30T00:00:00z", "2026-11-30t00:00:00Z",
            "2026-11-30 00:00:00Z", "2026-11-30T00:00:00.0Z", "2026-11-30T00:00:00+00:00", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2016-12-31T23:59:60Z",
            "+026-01-01T00:00:00Z", "2026-1-01T00:00:000Z", "２026-01-01T00:00Z",
        ])
    func refused(text: String) {
        #expect(Timestamp.parse(text) == nil)
    }
}
