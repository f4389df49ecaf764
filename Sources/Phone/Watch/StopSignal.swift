import Glibc
import Synchronization

/// SIGTERM and SIGINT as a flag. While the phone only waits for a session the process ends at once: its state is on
/// disk, and a long poll would hold it up for half a minute.
enum StopSignal {
    private static let stopped = Atomic<Bool>(false)
    private static let waiting = Atomic<Bool>(false)

    static var isStopped: Bool { stopped.load(ordering: .sequentiallyConsistent) }

    static func setIdle(_ isIdle: Bool) {
        waiting.store(isIdle, ordering: .sequentiallyConsistent)
        // A signal that came just before must not wait for the poll.
        if isIdle, isStopped { _exit(0) }
    }

    /// From now on both signals stop the watch instead of the process.
    static func install() {
        // Both are initialised here: a signal handler must not do it.
        stopped.store(false, ordering: .sequentiallyConsistent)
        waiting.store(false, ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                StopSignal.stopped.store(true, ordering: .sequentiallyConsistent)
                if StopSignal.waiting.load(ordering: .sequentiallyConsistent) { _exit(0) }
            }
        }
    }
}
