import CEpoll
import Glibc

/// An operating-system thread that runs one closure. Blocking is allowed in it: it does not belong to Swift's
/// cooperative pool.
final class OSThread: Sendable {
    private let handle: pthread_t
    private let joined = Monitor(false)

    private init(_ handle: pthread_t) {
        self.handle = handle
    }

    /// Whoever drops a thread that was not joined leaves it to itself. Without `pthread_detach` the system would keep
    /// its stack for a `join` that nobody can make any more.
    deinit {
        if !joined.withLock({ $0 }) { pthread_detach(handle) }
    }

    private final class Box {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts the thread; nil when the system has no thread left (EAGAIN).
    /// - Parameter name: shown by `ps -L` and debuggers; the kernel keeps 15 bytes.
    static func start(name: String, _ body: @escaping @Sendable () -> Void) -> OSThread? {
        var handle = pthread_t()
        let context = Unmanaged.passRetained(Box(name: name, body: body))
        let status = pthread_create(
            &handle, nil,
            { raw in
                guard let raw else { return nil }
                let box = Unmanaged<Box>.fromOpaque(raw).takeRetainedValue()
                tamga_name_thread(box.name)
                box.body()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            return nil
        }
        return OSThread(handle)
    }

    /// Waits for the end of the thread. May be called several times; must not be called from the thread itself.
    func join() {
        let first = joined.withLock { done in
            defer { done = true }
            return !done
        }
        if first { pthread_join(handle, nil) }
    }
}
