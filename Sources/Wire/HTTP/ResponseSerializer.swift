/// Turns a response into the bytes of an HTTP/1.1 message (RFC 9112 §4, §6).
public enum ResponseSerializer {
    /// What a client that sent `Expect: 100-continue` waits for.
    public static let continueLine = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Fields that decide about framing and the connection: they follow from the arguments, never from the handler.
    private static let owned = ["Content-Length", "Transfer-Encoding", "Connection", "Date"]

    /// - Parameters:
    ///   - date: the value of the Date field (`Timestamp.httpDate`); the caller formats it once a second.
    ///   - head: the request was HEAD: Content-Length as for GET, but no body (RFC 9110 §9.3.2).
    ///   - close: adds `Connection: close`.
    ///
    /// The statuses 1xx, 204 and 304 are sent without body and without Content-Length (RFC 9110 §8.6).
    public static func bytes(
        _ response: HTTPResponse, date: String, head: Bool = false, close: Bool = false
    ) -> [UInt8] {
        let bodiless = response.status < 200 || response.status == 204 || response.status == 304
        var output: [UInt8] = []
        output.reserveCapacity(256 + response.body.count)
        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(contentsOf: String(response.status).utf8)
        output.append(0x20)
        output.append(contentsOf: StatusReason.text(response.status).utf8)
        output.append(contentsOf: "\r\n".utf8)
        appendField(&output, "Date", date)
        for field in response.headers.fields where !isOwned(field.name) {
            appendField(&output, field.name, field.value)
        }
        if !bodiless { appendField(&output, "Content-Length", String(response.body.count)) }
        if close { appendField(&output, "Connection", "close") }
        output.append(contentsOf: "\r\n".utf8)
        if !bodiless, !head { output.append(contentsOf: response.body) }
        return output
    }

    private static func isOwned(_ name: String) -> Bool {
        owned.contains { HTTPHeaders.sameName($0, name) }
    }

    private static func appendField(_ output: inout [UInt8], _ name: String, _ value: String) {
        output.append(contentsOf: name.utf8)
        output.append(contentsOf: ": ".utf8)
        output.append(contentsOf: value.utf8)
        output.append(contentsOf: "\r\n".utf8)
    }
}
