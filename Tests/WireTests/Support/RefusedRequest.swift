import Testing

/// Bytes that must be refused, with the code and status. `\r\n` is written out; nothing is added.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let status: Int
    let code: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ status: Int, _ code: String) {
        self.init(name, bytes: Array(text.utf8), status, code)
    }

    init(_ name: String, bytes: [UInt8], _ status: Int, _ code: String) {
        self.name = name
        self.bytes = bytes
        self.status = status
        self.code = code
    }

    /// A GET with that target.
    static func target(_ name: String, _ target: String, _ code: String) -> RefusedRequest {
        RefusedRequest(name, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n", 400, code)
    }

    /// A POST with those field lines besides Host, and what follows the head.
    static func post(_ name: String, _ lines: String, _ rest: String, _ code: String) -> RefusedRequest {
        RefusedRequest(name, "POST /x HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\(rest)", 400, code)
    }

    static func post(_ name: String, _ lines: String, _ code: String) -> RefusedRequest {
        post(name, lines, "", code)
    }

    /// A chunked POST with that body.
    static func chunked(_ name: String, _ body: String, _ code: String) -> RefusedRequest {
        post(name, "Transfer-Encoding: chunked\r\n", body, code)
    }
}
