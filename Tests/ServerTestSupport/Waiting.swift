import Foundation
import Phone

/// Asks until it is so; false after half a minute, which a busy machine may need.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<600 {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.05)
    }
    return try condition()
}

extension PhoneState {
    /// The state of a phone that has given up what it had begun.
    public var withoutOpenRuns: PhoneState {
        var state = self
        guard var registration = state.registration else { return state }
        for index in registration.slots.indices { registration.slots[index].openRun = nil }
        state.registration = registration
        return state
    }
}
