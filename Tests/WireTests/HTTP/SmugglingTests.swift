import Testing

@testable import Wire

@Suite("Request smuggling is refused")
struct SmugglingTests {
    static let framings: [RefusedRequest] = [
        .post(
            "Content-Length and Transfer-Encoding", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "0\r\n\r\n", "HTTP_LENGTH_AND_CODING"),
        .post(
            "Transfer-Encoding and Content-Length (CVE-2019-15605)",
            "Transfer-Encoding: chunked \r\nContent-Length: 5\r\n", "0\r\n\r\n", "HTTP_LENGTH_AND_CODING"),
        .post("two equal lengths", "Content-Length: 5\r\nContent-Length: 5\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("two unequal lengths", "Content-Length: 5\r\ncontent-length: 6\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("a list of lengths", "Content-Length: 5, 6\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("a list of equal lengths", "Content-Length: 5, 5\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("a length with a sign", "Content-Length: +5\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("a negative length", "Content-Length: -1\r\n", "", "HTTP_CONTENT_LENGTH"),
        .post("a hexadecimal length", "Content-Length: 0x5\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("an empty length", "Content-Length:\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("a length with a space inside", "Content-Length: 1 0\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("a length of Arabic digits", "Content-Length: ٥\r\n", "hello", "HTTP_CONTENT_LENGTH"),
        .post("gzip", "Transfer-Encoding: gzip\r\n", "", "HTTP_TRANSFER_ENCODING"),
        .post("gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n", "HTTP_TRANSFER_ENCODING"),
        .post("chunked twice", "Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n", "HTTP_TRANSFER_ENCODING"),
        .post("identity", "Transfer-Encoding: identity\r\n", "", "HTTP_TRANSFER_ENCODING"),
        .post("an empty coding", "Transfer-Encoding:\r\n", "", "HTTP_TRANSFER_ENCODING"),
        .post("xchunked", "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n", "HTTP_TRANSFER_ENCODING"),
        .post("chunked in another case", "Transfer-Encoding: Chunked\r\n", "0\r\n\r\n", "HTTP_TRANSFER_ENCODING"),
        .post(
            "a quoted coding (GHSA-mgc4-wqv7-4pxm)", "Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n",
            "HTTP_TRANSFER_ENCODING"),
        .post(
            "a malformed coding (GHSA-mgc4-wqv7-4pxm)", "Transfer-Encoding: , chunked\r\n", "0\r\n\r\n",
            "HTTP_TRANSFER_ENCODING"),
        .post(
            "a coding with parameters", "Transfer-Encoding: chunked;q=1\r\n", "0\r\n\r\n", "HTTP_TRANSFER_ENCODING"),
        .post(
            "two coding fields", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n",
            "HTTP_TRANSFER_ENCODING"),
        .init(
            "chunked on HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
            "HTTP_TRANSFER_ENCODING"),
        .init(
            "a body on GET", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 400, "HTTP_BODY_UNEXPECTED"),
        .init(
            "a chunked body on GET", "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400,
            "HTTP_BODY_UNEXPECTED"),
        .init(
            "a body on HEAD", "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 400,
            "HTTP_BODY_UNEXPECTED"),
    ]

    static let chunks: [RefusedRequest] = [
        .chunked("a size with a plus sign", "+5\r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("a size with a minus sign", "-5\r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("a size with 0x", "0x5\r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("a space before a size", " 5\r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("a space behind a size", "5 \r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("an underscore in a size", "1_0\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("an empty size", "\r\nhello\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("nine digits", "000000005\r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("a size that would overflow", "FFFFFFFFFFFFFFFF5\r\n", "HTTP_CHUNK_SIZE"),
        .chunked("an extension", "5;a=b\r\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_EXTENSION"),
        .chunked("an extension on the last chunk", "0;a\r\n\r\n", "HTTP_CHUNK_EXTENSION"),
        .chunked("a LF in an extension (CVE-2025-55315)", "5;\nhello\r\n0\r\n\r\n", "HTTP_CHUNK_EXTENSION"),
        .chunked("a bare LF behind a size (CVE-2025-22871)", "5\nhello\r\n0\r\n\r\n", "HTTP_BARE_LF"),
        .chunked("a bare CR behind a size (fasthttp#1899)", "5\rhello\r\n0\r\n\r\n", "HTTP_BARE_CR"),
        .chunked("a bare LF behind chunk data", "5\r\nhello\n0\r\n\r\n", "HTTP_BARE_LF"),
        .chunked("a bare CR behind chunk data", "5\r\nhello\r0\r\n\r\n", "HTTP_BARE_CR"),
        .chunked("more data than the size", "5\r\nhello!\r\n0\r\n\r\n", "HTTP_CHUNK_END"),
        .chunked("two bytes in place of CRLF", "5\r\nhelloXX0\r\n\r\n", "HTTP_CHUNK_END"),
        .chunked("a trailer", "0\r\nX: a\r\n\r\n", "HTTP_TRAILER"),
        .chunked("a bare LF as the end", "0\r\n\n", "HTTP_BARE_LF"),
        .chunked("a bare CR as the end", "0\r\n\rX", "HTTP_BARE_CR"),
    ]

    @Test("at the field that frames the body", arguments: framings)
    func framing(request: RefusedRequest) {
        RefusalCheck.refused(request)
    }

    @Test("inside the chunks", arguments: chunks)
    func chunk(request: RefusedRequest) {
        RefusalCheck.refused(request)
    }

    @Test("behind a request that closes")
    func afterClose() {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\n".utf8)
        let events = Feeding.whole(bytes)
        #expect(events.count == 2)
        #expect(events.last == .refused(.afterClose))
        #expect(Feeding.byteByByte(bytes) == events)
    }
}
