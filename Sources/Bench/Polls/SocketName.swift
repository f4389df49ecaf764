import CEpoll
import Glibc

/// The IPv4 address and port of a server.
struct SocketName {
    private var address = sockaddr_in()

    /// Nil when the host is not written as an address.
    init?(host: String, port: UInt16) {
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
    }

    /// - Returns: a blocking socket's descriptor
    func connect() throws(BenchError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw BenchError("no socket: \(String(cString: strerror(errno)))") }
        let taken = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard taken == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw BenchError("no connection: \(reason)")
        }
        return descriptor
    }
}
