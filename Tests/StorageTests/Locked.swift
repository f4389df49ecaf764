import Foundation

/// A value behind a lock that the thread sanitizer understands (it takes the standard library's Mutex for a race).
///
/// `@unchecked Sendable` is sound: the value is touched only with the lock held.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
