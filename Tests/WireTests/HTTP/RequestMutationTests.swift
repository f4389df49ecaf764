import Testing

@testable import Wire

@Suite("Mutated requests")
struct RequestMutationTests {
    static let seeds = [
        "GET /v3/a?b=c HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /v3/a HTTP/1.1\r\nHost: a:80\r\nContent-Length: 11\r\n\r\nhello worldPOST / HTTP/1.1\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi",
    ]
    static let dictionary = [
        "\r\n", "\n", "\r", " ", "\t", ":", "\u{0}", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n",
        "chunked",
        "0\r\n\r\n", ";", "0x", "%2e", "%00", "%", "Host: b\r\n", "HTTP/1.0", "Connection: close\r\n", "é", "\r\n\r\n",
    ]

    @Test("10,000 requests never trap, and mean the same whole, in pieces and byte by byte", arguments: 0..<4)
    func never(seed: Int) {
        var random = Random(seed: UInt64(seed) + 30)
        let original = Array(Self.seeds[seed].utf8)
        let dictionary = Self.dictionary.map { Array($0.utf8) }
        for _ in 0..<2_500 {
            let bytes = random.mutate(original, dictionary: dictionary)
            let whole = Feeding.whole(bytes)
            let pieces = Feeding.events(bytes) { 1 + random.below(9) }
            if Feeding.byteByByte(bytes) != whole || pieces != whole {
                Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            }
        }
    }

    @Test("Random bytes never trap")
    func noise() {
        var random = Random(seed: 40)
        for _ in 0..<1_000 {
            let bytes = (0..<random.below(100)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(Feeding.whole(bytes) == Feeding.byteByByte(bytes))
        }
    }
}
