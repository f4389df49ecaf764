import Glibc

/// A pipe that lets any thread end another thread's poll.
struct WakeUp: ~Copyable, Sendable {
    /// To be polled for input; -1 when the process has no descriptor left, and polls end by their own time-outs.
    let descriptor: Int32
    private let writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }
        descriptor = ends[0]
        writer = ends[1]
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if writer >= 0 { close(writer) }
    }

    func wake() {
        var one: UInt8 = 1
        // A full pipe wakes as well as a fuller one.
        _ = write(writer, &one, 1)
    }

    func clear() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
