// Whether the thread sanitizer sees a race, and none where a Mutex is fought for:
// `sound` counts under a lock, `unsound` without one.

import Foundation
import Synchronization

final class Counter: Sendable {
    let guarded = Mutex(0)
    nonisolated(unsafe) var bare = 0
}

let counter = Counter()
let isSound = CommandLine.arguments.last == "sound"
let ended = DispatchSemaphore(value: 0)
for _ in 0..<4 {
    Thread.detachNewThread {
        for _ in 0..<200 {
            if isSound {
                // Whoever comes meanwhile has to wait.
                counter.guarded.withLock { count in
                    count += 1
                    usleep(50)
                }
            } else {
                counter.bare += 1
            }
        }
        ended.signal()
    }
}
for _ in 0..<4 { ended.wait() }
exit(isSound && counter.guarded.withLock { $0 } != 800 ? 1 : 0)
