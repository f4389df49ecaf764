import Glibc

@testable import Server

/// A blocking socket that sends exactly the bytes it is told and reads responses one at a time. Tests want to say
/// things that a proper client cannot.
final class RawClient {
    struct Response {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    /// Nil when the connection is refused.
    init?(port: UInt16, timeoutSeconds: Int = 20) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var patience = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let address = SocketAddress(IPAddress(v4: 0x7F00_0001), port: port)
        let status = address.withSockaddr { connect(descriptor, $0, $1) }
        if status != 0 { return nil }
    }

    deinit {
        close()
    }

    func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    func shutdownWrite() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// False when the peer has gone.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                Glibc.send(
                    descriptor, raw.baseAddress.map { $0 + offset }, bytes.count - offset, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            offset += count
        }
        return true
    }

    func get(_ path: String, _ headers: String = "") -> Response? {
        send("GET \(path) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
        return response()
    }

    func post(_ path: String, _ body: String, _ headers: String = "") -> Response? {
        send("POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
        return response()
    }

    /// The next response; nil when the connection ends or the time is over.
    func response(toHead: Bool = false) -> Response? {
        while true {
            if let end = headEnd() {
                let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
                guard let first = lines.first else { return nil }
                let parts = first.split(separator: " ")
                guard parts.count > 1, let status = Int(parts[1]) else { return nil }
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let halves = line.split(separator: ":", maxSplits: 1)
                    guard halves.count == 2 else { return nil }
                    headers[halves[0].lowercased()] = String(halves[1].drop { $0 == " " })
                }
                let length = toHead ? 0 : Int(headers["content-length"] ?? "0") ?? 0
                while buffer.count < end + 4 + length { guard fill() else { return nil } }
                let body = Array(buffer[(end + 4)..<(end + 4 + length)])
                buffer.removeFirst(end + 4 + length)
                return Response(status: status, headers: headers, body: body)
            }
            guard fill() else { return nil }
        }
    }

    /// True when the peer ends the connection (in order or with a reset) before anything else arrives.
    func isEnded() -> Bool {
        guard buffer.isEmpty else { return false }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, 0)
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    private func headEnd() -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { place in
            buffer[place] == 13 && buffer[place + 1] == 10 && buffer[place + 2] == 13 && buffer[place + 3] == 10
        }
    }

    private func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 { buffer.append(contentsOf: chunk[..<count]) }
        return count > 0
    }
}
