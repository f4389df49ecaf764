import Synchronization

/// Looks at something in the moment at which a message is on its way.
final class Recorder: @unchecked Sendable {
    // Sound: a test sets and reads it from the one thread that also sends.
    var look: () -> (Int, UInt64, Bool) = { (0, 0, false) }
    private(set) var result: (Int, UInt64, Bool)?

    func note() { result = look() }
}

/// Takes a value into a closure; sound because the same thread calls it.
struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
