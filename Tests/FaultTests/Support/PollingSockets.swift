import CEpoll
import Glibc
import Server
import ServerTestSupport

/// Many connections that wait for an answer, held by one thread.
final class PollingSockets {
    private var descriptors: [Int32] = []

    deinit { for descriptor in descriptors { close(descriptor) } }

    var count: Int { descriptors.count }

    /// Opens a connection and sends a whole request.
    /// - Parameter address: `127.0.0.1:port`
    func send(_ request: String, to address: SocketAddress) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("socket: \(errno)") }
        descriptors.append(descriptor)
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = address.port.bigEndian
        target.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw TestFailure("connect: \(errno)") }
        let bytes = Array(request.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw TestFailure("write: \(errno)") }
    }

    /// How many have bytes to read, without waiting.
    var answered: Int { wait(milliseconds: 0) }

    /// Milliseconds until every connection has an answer; nil when some have none by then.
    func allAnswered(withinMilliseconds limit: Int) -> Int? {
        let start = MonotonicTime.now()
        while true {
            let passed = Int(MonotonicTime.now().since(start))
            if wait(milliseconds: 0) == descriptors.count { return passed }
            guard passed < limit else { return nil }
            usleep(5_000)
        }
    }

    /// The status line of every answer, and the rest that came with it.
    func answers() -> [String] {
        descriptors.map { descriptor in
            var buffer = [UInt8](repeating: 0, count: 16_384)
            let got = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            return got > 0 ? String(decoding: buffer[..<got], as: UTF8.self) : ""
        }
    }

    private func wait(milliseconds: Int32) -> Int {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 else { return 0 }
        return polled.count { $0.revents & Int16(POLLIN) != 0 }
    }
}
