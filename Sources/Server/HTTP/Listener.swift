import CEpoll
import Glibc

/// A listening TCP socket. Closes it when the last reference goes.
final class Listener: Sendable {
    let descriptor: Int32
    /// With the port that the system chose when port 0 was asked for.
    let boundAddress: SocketAddress

    /// - Throws: `ListenError` with the system's reason, in words for the operator.
    init(_ address: SocketAddress, backlog: Int32) throws(ListenError) {
        let family = address.address.isIPv4 ? AF_INET : AF_INET6
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw ListenError(address: address, step: "socket", errno: errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard address.withSockaddr({ bind(descriptor, $0, $1) }) == 0 else {
            let reason = errno
            close(descriptor)
            throw ListenError(address: address, step: "bind", errno: reason)
        }
        guard listen(descriptor, backlog) == 0 else {
            let reason = errno
            close(descriptor)
            throw ListenError(address: address, step: "listen", errno: reason)
        }
        self.descriptor = descriptor
        boundAddress = Self.localAddress(of: descriptor)
    }

    deinit {
        close(descriptor)
    }

    private static func localAddress(of descriptor: Int32) -> SocketAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return status == 0 ? SocketAddress(storage) : SocketAddress(.unspecified, port: 0)
    }
}

/// The listening socket could not be opened.
public struct ListenError: Error, CustomStringConvertible {
    public let address: SocketAddress
    /// The system call that failed.
    public let step: StaticString
    public let errno: Int32

    public var description: String {
        "cannot listen on \(address): \(step): \(String(cString: strerror(errno)))"
    }
}
