/// Why a peer's bytes are not a message that we accept. After it nothing more of the connection can be trusted: the
/// server answers with `status`, closes, and reads no further.
public struct HTTPRefusal: Error, Sendable, Equatable {
    /// The status to answer with.
    public let status: Int
    /// Stable, for logs, metrics and tests: `HTTP_…`.
    public let code: String
    /// For the client's developer; never quotes what was received.
    public let reason: String

    init(_ status: Int, _ code: String, _ reason: String) {
        self.status = status
        self.code = code
        self.reason = reason
    }
}

/// All refusals, so that codes are unique and stable. The clauses are those of RFC 9112 unless another is named.
extension HTTPRefusal {
    // Lines (§2.2): a parser that forgives here sees other message borders than the proxy in front of it.
    static let bareCR = HTTPRefusal(400, "HTTP_BARE_CR", "a CR that no LF follows")
    static let bareLF = HTTPRefusal(400, "HTTP_BARE_LF", "a LF without a CR before it")
    static let control = HTTPRefusal(400, "HTTP_CONTROL", "a control character in the head")

    // Request line (§3).
    static let requestLine = HTTPRefusal(400, "HTTP_REQUEST_LINE", "not `method SP target SP version`")
    static let requestLineTooLong = HTTPRefusal(414, "HTTP_REQUEST_LINE_TOO_LONG", "the request line is too long")
    static let version = HTTPRefusal(505, "HTTP_VERSION", "only HTTP/1.1 and HTTP/1.0 are spoken here")
    static let method = HTTPRefusal(501, "HTTP_METHOD", "a method that this server does not know")
    static let targetForm = HTTPRefusal(400, "HTTP_TARGET_FORM", "the target must be a path that begins with /")
    static let targetCharacter = HTTPRefusal(400, "HTTP_TARGET_CHARACTER", "a character that must be percent-encoded")
    static let targetEncoding = HTTPRefusal(400, "HTTP_TARGET_ENCODING", "% without two hex digits, or %00")
    static let targetDots = HTTPRefusal(400, "HTTP_TARGET_DOTS", "a . or .. segment in the path, plain or encoded")

    // Fields (§5).
    static let headerTooLong = HTTPRefusal(431, "HTTP_HEADER_TOO_LONG", "the header fields are too long")
    static let headerCount = HTTPRefusal(431, "HTTP_HEADER_COUNT", "too many header fields")
    static let headerName = HTTPRefusal(400, "HTTP_HEADER_NAME", "a field name that is empty or not a token")
    static let headerColon = HTTPRefusal(400, "HTTP_HEADER_COLON", "a field line without a colon")
    static let headerSpace = HTTPRefusal(400, "HTTP_HEADER_SPACE", "space between a field name and its colon")
    static let headerFold = HTTPRefusal(400, "HTTP_HEADER_FOLD", "a folded field line")
    static let headerValue = HTTPRefusal(400, "HTTP_HEADER_VALUE", "a field value that is not UTF-8")
    static let host = HTTPRefusal(400, "HTTP_HOST", "exactly one valid Host field is needed")

    // Framing (§6): where request smuggling lives.
    static let lengthAndCoding = HTTPRefusal(
        400, "HTTP_LENGTH_AND_CODING", "both Content-Length and Transfer-Encoding")
    static let contentLength = HTTPRefusal(400, "HTTP_CONTENT_LENGTH", "Content-Length must be one decimal number")
    static let transferEncoding = HTTPRefusal(
        400, "HTTP_TRANSFER_ENCODING", "Transfer-Encoding must be exactly `chunked`, on HTTP/1.1")
    static let bodyUnexpected = HTTPRefusal(400, "HTTP_BODY_UNEXPECTED", "GET and HEAD have no body")
    static let bodyTooLarge = HTTPRefusal(413, "HTTP_BODY_TOO_LARGE", "the body is larger than this resource accepts")
    static let expectation = HTTPRefusal(417, "HTTP_EXPECTATION", "only 100-continue can be expected")
    static let afterClose = HTTPRefusal(400, "HTTP_AFTER_CLOSE", "bytes after a request that closes the connection")

    // Chunks (§7.1).
    static let chunkSize = HTTPRefusal(400, "HTTP_CHUNK_SIZE", "a chunk size is 1 to 8 hex digits and CRLF")
    static let chunkExtension = HTTPRefusal(400, "HTTP_CHUNK_EXTENSION", "chunk extensions are not accepted")
    static let chunkEnd = HTTPRefusal(400, "HTTP_CHUNK_END", "chunk data must end with CRLF")
    static let trailer = HTTPRefusal(400, "HTTP_TRAILER", "trailer fields are not accepted")

    // Responses, for the client.
    static let statusLine = HTTPRefusal(502, "HTTP_STATUS_LINE", "not `HTTP/1.x SP status SP reason`")
    static let truncated = HTTPRefusal(502, "HTTP_TRUNCATED", "the connection ended inside a message")
    static let unsolicited = HTTPRefusal(502, "HTTP_UNSOLICITED", "bytes beyond the response")
}
