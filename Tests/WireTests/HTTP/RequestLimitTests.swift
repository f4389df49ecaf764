import Testing

@testable import Wire

@Suite("The limits of a request hold to the byte")
struct RequestLimitTests {
    private func outcome(_ text: String) -> [Event] {
        let bytes = Array(text.utf8)
        let events = Feeding.whole(bytes)
        #expect(Feeding.byteByByte(bytes) == events)
        return events
    }

    private func isRequest(_ events: [Event]) -> Bool {
        if case .request? = events.first { return events.count == 1 }
        return false
    }

    @Test("8 KiB of request line")
    func requestLine() {
        let frame = "GET / HTTP/1.1".utf8.count
        let fits = "GET /\(String(repeating: "a", count: 8192 - frame)) HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(isRequest(outcome(fits)))
        let over = "GET /\(String(repeating: "a", count: 8193 - frame)) HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(outcome(over) == [.refused(.requestLineTooLong)])
        #expect(outcome(String(repeating: "A", count: 100_000)) == [.refused(.requestLineTooLong)])
    }

    @Test("16 KiB of fields")
    func headerBytes() {
        let host = "Host: a\r\n"
        let room = 16_384 - host.utf8.count - "X: \r\n".utf8.count
        let fits = "GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: room))\r\n\r\n"
        #expect(isRequest(outcome(fits)))
        let over = "GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: room + 1))\r\n\r\n"
        #expect(outcome(over) == [.refused(.headerTooLong)])
    }

    @Test("64 fields")
    func fields() {
        let head = { (count: Int) in
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: count - 1) + "\r\n"
        }
        #expect(isRequest(outcome(head(64))))
        #expect(outcome(head(65)) == [.refused(.headerCount)])
    }

    @Test("the route's body limit, before any byte of the body")
    func body() {
        let head = { (path: String, length: String) in
            "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
        }
        #expect(outcome(head("/x", "65536")).isEmpty)
        #expect(outcome(head("/x", "65537")) == [.refused(.bodyTooLarge)])
        #expect(outcome(head("/large?q", "524288")).isEmpty)
        #expect(outcome(head("/x", "99999999999999999999999999")) == [.refused(.bodyTooLarge)])
        #expect(outcome(head("/x", "00000000000000000000000000")).count == 1)
    }

    @Test("the route's body limit over all chunks")
    func chunks() {
        let head = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let half = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
        #expect(isRequest(outcome(head + half + half + "0\r\n\r\n")))
        #expect(outcome(head + half + half + "1\r\n") == [.refused(.bodyTooLarge)])
        #expect(outcome(head + "FFFFFFFF\r\n") == [.refused(.bodyTooLarge)])
    }

    @Test("an expected body that is too large is refused in place of 100 (Continue)")
    func expectation() {
        let text = "POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 65537\r\n\r\n"
        #expect(outcome(text) == [.refused(.bodyTooLarge)])
    }
}
