import Testing

@testable import Wire

@Suite("Percent coding and queries")
struct PercentCodingTests {
    @Test(
        "encodeURIComponent's result is ours",
        arguments: [
            ("a b", "a%20b"), ("Өд", "%D3%A8%D0%B4"), ("/?&=+%", "%2F%3F%26%3D%2B%25"), ("-_.!~*'()", "-_.!~*'()"),
            ("😀", "%F0%9F%98%80"), ("", ""),
        ])
    func encodes(plain: String, encoded: String) {
        #expect(PercentCoding.encode(plain) == encoded)
        #expect(PercentCoding.decode(encoded) == plain)
    }

    @Test("Hex digits of either case decode, plus stays plus")
    func decodes() {
        #expect(PercentCoding.decode("%2f%2F+") == "//+")
    }

    @Test(
        "A segment that is not strict is refused",
        arguments: [
            "%", "%2", "a%2", "%zz", "%+1", "% 1", "%00", "a%00b", "%C3", "%C0%AF", "%ED%A0%80", "%FF", "\u{0}",
        ])
    func refuses(raw: String) {
        #expect(PercentCoding.decode(raw) == nil)
    }

    @Test("A query gives the first value by name, decoded")
    func query() throws {
        let query = try #require(QueryString("a=1&b=%3D&a=2&c&=x&d=1=2&e%20=+&&"))
        #expect(query["a"] == "1")
        #expect(query["b"] == "=")
        #expect(query["c"] == "")
        #expect(query[""] == "x")
        #expect(query["d"] == "1=2")
        #expect(query["e "] == "+")
        #expect(query["f"] == nil)
        #expect(query.parameters.count == 7)
        #expect(QueryString(nil)?.parameters.isEmpty == true)
    }

    @Test("Names compare by bytes, not by canonical equivalence")
    func bytes() throws {
        let query = try #require(QueryString("%C3%A9=composed"))
        #expect(query["\u{e9}"] == "composed")
        #expect(query["e\u{301}"] == nil)
    }

    @Test("A badly encoded part refuses the query", arguments: ["a=%", "%zz=1", "a=1&b=%C3"])
    func badQuery(raw: String) {
        #expect(QueryString(raw) == nil)
    }
}
