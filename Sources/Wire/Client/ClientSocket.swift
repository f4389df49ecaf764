import CEpoll
import Glibc

/// A connected, non-blocking TCP socket that closes itself.
struct ClientSocket: ~Copyable, Sendable {
    enum Outcome {
        case bytes(Int)
        case wouldBlock
        case closed
    }

    private let descriptor: Int32

    deinit {
        close(descriptor)
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Tries every address of the host in the resolver's order until one takes the connection. getaddrinfo(3) knows no
    /// deadline: with a name, not an address, the resolver's own timeout comes on top.
    static func connect(to url: HTTPBaseURL, deadline: Deadline) throws(HTTPClientError) -> ClientSocket {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(url.host, String(url.port), &hints, &list)
        guard status == 0 else { throw .unresolved(String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(list) }
        var failure = EHOSTUNREACH
        var next = list
        while let info = next?.pointee {
            let (descriptor, code) = open(info, deadline)
            if let descriptor { return ClientSocket(descriptor: descriptor) }
            failure = code
            guard !deadline.hasPassed else { throw .timedOut }
            next = info.ai_next
        }
        throw .unreachable(errno: failure)
    }

    private static func open(_ info: addrinfo, _ deadline: Deadline) -> (Int32?, errno: Int32) {
        let type = info.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(info.ai_family, type, info.ai_protocol)
        guard descriptor >= 0 else { return (nil, errno) }
        var code: Int32 = 0
        if Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen) != 0 {
            code = errno
            if code == EINPROGRESS || code == EINTR { code = finishConnect(descriptor, deadline) }
        }
        guard code == 0 else {
            close(descriptor)
            return (nil, code)
        }
        var on: Int32 = 1
        // Requests are written whole: waiting to fill a segment only adds latency. Failure costs nothing but that.
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        return (descriptor, 0)
    }

    private static func finishConnect(_ descriptor: Int32, _ deadline: Deadline) -> Int32 {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&entry, 1, deadline.remainingMilliseconds)
            if count > 0 { break }
            if count < 0, errno != EINTR { return errno }
            if count == 0, deadline.hasPassed { return ETIMEDOUT }
        }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return errno }
        return code
    }

    /// Whether something, be it the end, waits to be read. On an idle connection that means it is of no more use.
    var hasInput: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) != 0
    }

    /// Waits until it can be read, or written if asked; false when the deadline has passed.
    func wait(toWrite: Bool, deadline: Deadline) -> Bool {
        let events = toWrite ? Int16(POLLIN) | Int16(POLLOUT) : Int16(POLLIN)
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        while true {
            if deadline.hasPassed { return false }
            if poll(&entry, 1, deadline.remainingMilliseconds) > 0 { return true }
        }
    }

    /// MSG_NOSIGNAL: a peer that closes must not end our process by SIGPIPE.
    func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return outcome(count)
    }

    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        return count == 0 ? .closed : outcome(count)
    }

    private func outcome(_ count: Int) -> Outcome {
        if count >= 0 { return .bytes(count) }
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .wouldBlock : .closed
    }
}
