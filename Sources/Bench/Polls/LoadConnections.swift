import CEpoll
import Glibc
import Wire

/// Many connections to one server of this machine, driven by the calling thread.
final class LoadConnections {
    /// The answer to the request that was under way on a connection.
    struct Answer {
        let connection: Int
        let response: HTTPResponse
        /// When its last byte was read, on `WallClock`.
        let arrived: Double
    }

    private struct Line {
        let descriptor: Int32
        var parser: ResponseParser?
    }

    private let address: SocketName
    private let authority: String
    private let epoll: Int32
    private var lines: [Line] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 512)
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// - Parameter baseURL: `http://` an IPv4 address `:` port, as `serve` states it
    init(baseURL: String) throws(BenchError) {
        guard let url = try? HTTPBaseURL(baseURL), !url.isSecure,
            let address = SocketName(host: url.host, port: url.port)
        else {
            throw BenchError("\(baseURL) is no address of this machine")
        }
        self.address = address
        authority = url.authority
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw BenchError("no epoll") }
    }

    deinit {
        for line in lines { close(line.descriptor) }
        close(epoll)
    }

    var count: Int { lines.count }

    /// - Returns: the number by which the connection is known
    func open() throws(BenchError) -> Int {
        lines.append(try connect(as: lines.count))
        return lines.count - 1
    }

    private func connect(as connection: Int) throws(BenchError) -> Line {
        let descriptor = try address.connect()
        guard tamga_epoll_add(epoll, descriptor, tamga_epoll_in, UInt64(connection)) == 0 else {
            close(descriptor)
            throw BenchError("epoll takes no more connections: \(String(cString: strerror(errno)))")
        }
        return Line(descriptor: descriptor)
    }

    /// In the place of one that the server has closed, or is about to: it was idle, or has carried a thousand requests.
    private func reconnect(_ connection: Int) throws(BenchError) {
        close(lines[connection].descriptor)
        lines[connection] = try connect(as: connection)
    }

    /// Sends a request on a connection whose last one has been answered.
    func send(_ request: LoadRequest, on connection: Int) throws(BenchError) {
        let bytes = request.bytes(authority: authority)
        lines[connection].parser = ResponseParser(requestMethod: request.method)
        // Far below the socket's buffer: one call takes it.
        let sent = bytes.withUnsafeBytes { tamga_send(lines[connection].descriptor, $0.baseAddress, $0.count) }
        guard sent == bytes.count else { throw BenchError("a request was not taken") }
    }

    /// Waits for answers.
    /// - Returns: those that came; none when the time has passed
    func answers(milliseconds: Int32) throws(BenchError) -> [Answer] {
        let ready = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
        var answers: [Answer] = []
        for index in 0..<Int(max(0, ready)) {
            let token = withUnsafePointer(to: events[index]) { tamga_epoll_token($0) }
            if let answer = try read(Int(token)) { answers.append(answer) }
        }
        return answers
    }

    /// Waits for the answer of one connection and gives up after ten seconds.
    func answer(on connection: Int) throws(BenchError) -> Answer {
        let end = WallClock.now() + 10_000
        while WallClock.now() < end {
            if let answer = try answers(milliseconds: 100).first(where: { $0.connection == connection }) {
                return answer
            }
        }
        throw BenchError("no answer within ten seconds")
    }

    private func read(_ connection: Int) throws(BenchError) -> Answer? {
        let count = recv(lines[connection].descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard var parser = lines[connection].parser else {
            try reconnect(connection)
            return nil
        }
        guard count > 0 else { throw BenchError("the server closed a connection with a request on it") }
        parser.append(Array(buffer[..<count]))
        switch parser.next() {
        case .needMore:
            lines[connection].parser = parser
            return nil
        case .response(let response):
            lines[connection].parser = nil
            if !parser.reusable { try reconnect(connection) }
            return Answer(connection: connection, response: response, arrived: WallClock.now())
        case .refused(let refusal): throw BenchError("no HTTP: \(refusal)")
        }
    }
}
