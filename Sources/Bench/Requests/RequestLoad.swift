import CEpoll
import Glibc
import Wire

/// Requests as fast as a server answers them, over some connections with one request each under way; driven by the
/// calling thread, and the same for every server that is compared.
final class RequestLoad {
    private struct Line {
        var descriptor: Int32
        let request: [UInt8]
        /// The beginning of a response that came in pieces.
        var begun: [UInt8] = []
        var isWaiting = false
    }

    private let address: SocketName
    private let epoll: Int32
    private var lines: [Line] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private var answered = 0

    /// - Parameters:
    ///   - baseURL: `http://` an IPv4 address `:` port
    ///   - requests: one for each connection, which repeats it
    init(baseURL: String, requests: [LoadRequest]) throws(BenchError) {
        guard let url = try? HTTPBaseURL(baseURL), let address = SocketName(host: url.host, port: url.port) else {
            throw BenchError("\(baseURL) is no address of this machine")
        }
        self.address = address
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw BenchError("no epoll") }
        for request in requests {
            lines.append(Line(descriptor: -1, request: request.bytes(authority: url.authority)))
            try connect(lines.count - 1)
        }
    }

    deinit {
        for line in lines { close(line.descriptor) }
        close(epoll)
    }

    private func connect(_ index: Int) throws(BenchError) {
        if lines[index].descriptor >= 0 { close(lines[index].descriptor) }
        lines[index].descriptor = try address.connect()
        guard tamga_epoll_add(epoll, lines[index].descriptor, tamga_epoll_in, UInt64(index)) == 0 else {
            throw BenchError("epoll takes no more connections")
        }
    }

    /// Keeps every connection busy for a time, and then waits for what is still under way.
    /// - Returns: answers a second while all connections were busy
    func run(seconds: Int) throws(BenchError) -> Double {
        answered = 0
        let start = WallClock.now(), end = start + Double(seconds) * 1_000
        for index in lines.indices { try send(index) }
        var now = start
        while now < end {
            try turn(goesOn: true)
            now = WallClock.now()
        }
        let rate = Double(answered) * 1_000 / (now - start)
        while lines.contains(where: \.isWaiting) {
            guard WallClock.now() < end + 10_000 else { throw BenchError("no answer within ten seconds") }
            try turn(goesOn: false)
        }
        return rate
    }

    private func send(_ index: Int) throws(BenchError) {
        let line = lines[index]
        // Far below the socket's buffer: one call takes it.
        var sent = line.request.withUnsafeBytes { tamga_send(line.descriptor, $0.baseAddress, $0.count) }
        if sent != line.request.count {
            // Closed while it was idle.
            try connect(index)
            sent = line.request.withUnsafeBytes { tamga_send(lines[index].descriptor, $0.baseAddress, $0.count) }
        }
        guard sent == line.request.count else { throw BenchError("a request was not taken") }
        lines[index].isWaiting = true
    }

    /// Takes what has come.
    private func turn(goesOn: Bool) throws(BenchError) {
        let ready = epoll_wait(epoll, &events, Int32(events.count), 100)
        for place in 0..<Int(max(0, ready)) {
            let index = Int(withUnsafePointer(to: events[place]) { tamga_epoll_token($0) })
            guard lines[index].isWaiting else {
                try connect(index)
                continue
            }
            guard let response = try receive(index) else { continue }
            guard response.status == 200 else { throw BenchError("status \(response.status) under load") }
            lines[index].isWaiting = false
            answered += 1
            if response.closes { try connect(index) }
            if goesOn { try send(index) }
        }
    }

    private func receive(_ index: Int) throws(BenchError) -> ResponseEnd? {
        let count = recv(lines[index].descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { throw BenchError("the server closed a connection with a request on it") }
        if lines[index].begun.isEmpty {
            let whole = try Self.end(buffer, count)
            if whole == nil { lines[index].begun = Array(buffer[..<count]) }
            return whole
        }
        lines[index].begun += buffer[..<count]
        guard let end = try Self.end(lines[index].begun, lines[index].begun.count) else { return nil }
        lines[index].begun = []
        return end
    }

    private static func end(_ bytes: [UInt8], _ count: Int) throws(BenchError) -> ResponseEnd? {
        // Rethrown by hand: this closure's error has no type.
        let found = bytes.withUnsafeBytes { raw in
            Result { () throws(BenchError) in try ResponseEnd(UnsafeRawBufferPointer(rebasing: raw[..<count])) }
        }
        return try found.get()
    }
}
