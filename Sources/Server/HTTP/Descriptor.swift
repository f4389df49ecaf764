import CEpoll
import Glibc

/// An epoll instance. Used by one event loop's thread only.
struct Epoll: ~Copyable {
    private let descriptor: Int32
    private let buffer: UnsafeMutableBufferPointer<epoll_event>

    /// Nil when the system has no descriptor left.
    init?(eventsPerWait: Int = 256) {
        let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        buffer = .allocate(capacity: eventsPerWait)
        buffer.initialize(repeating: epoll_event())
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    func add(_ fd: Int32, events: UInt32, token: UInt64) -> Bool {
        tamga_epoll_add(descriptor, fd, events, token) == 0
    }

    func remove(_ fd: Int32) {
        _ = tamga_epoll_remove(descriptor, fd)
    }

    /// Waits at most `milliseconds` (−1: for ever) and calls `body` for each event.
    func wait(milliseconds: Int32, _ body: (_ token: UInt64, _ events: UInt32) -> Void) {
        let count = epoll_wait(descriptor, buffer.baseAddress, Int32(buffer.count), milliseconds)
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let event = buffer[index]
            let (token, events) = withUnsafePointer(to: event) { (tamga_epoll_token($0), tamga_epoll_events($0)) }
            body(token, events)
        }
    }
}

/// A kernel counter that other threads raise to end an epoll wait.
final class EventCounter: Sendable {
    let descriptor: Int32

    init?() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func raise() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    func drain() {
        var value: UInt64 = 0
        _ = read(descriptor, &value, 8)
    }
}
