/// One request of a relying party, as text.
struct LoadRequest {
    let method: String
    let path: String
    let secret: String
    let body: [UInt8]

    init(_ method: String, _ path: String, secret: String, body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.secret = secret
        self.body = body
    }

    func bytes(authority: String) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(authority)\r\nAuthorization: Bearer \(secret)\r\n"
        if !body.isEmpty { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
