import Crypto

/// The one holder of a phone's state in a process: a change is saved before it counts.
///
/// Not `Sendable`: a phone does one thing at a time. Several phones in one process have a registry each.
public final class PhoneRegistry {
    public private(set) var state: PhoneState
    private let store: any StateStore

    /// Loads the state of the store.
    /// - Parameter baseURL: for a store that is empty, the server to enrol with
    /// - Throws: what the store throws; `STATE_MISSING` when it is empty and there is no base URL
    public init(store: any StateStore, baseURL: String? = nil) throws(PhoneError) {
        self.store = store
        if let state = try store.load() {
            self.state = state
        } else if let baseURL {
            state = PhoneState(baseURL: baseURL)
        } else {
            throw .check(code: "STATE_MISSING", reason: "there is no phone yet: enrol or pair one first")
        }
    }

    /// Makes a change durable, then visible. Nothing has changed when it throws.
    public func update(_ change: (inout PhoneState) -> Void) throws(PhoneError) {
        var next = state
        change(&next)
        guard next != state else { return }
        try store.save(next)
        state = next
    }

    /// The same for one slot of the registration.
    func updateSlot(_ slot: Slot, _ change: (inout SlotRecord) -> Void) throws(PhoneError) {
        try update { state in
            guard let index = state.registration?.slots.firstIndex(where: { $0.slot == slot }) else { return }
            state.registration?.slots[index].mutate(change)
        }
    }

    /// Ends a key, for good. The half of an epoch that is not committed yet goes with the same write: it is of the same
    /// x1, and a phone that is stopped between two writes would come back with it.
    func close(_ slot: Slot, _ change: (inout SlotRecord) -> Void) throws(PhoneError) {
        try update { state in
            guard let index = state.registration?.slots.firstIndex(where: { $0.slot == slot }) else { return }
            state.registration?.slots[index].mutate(change)
            if state.pendingRefresh?.next.slot == slot { state.pendingRefresh = nil }
        }
    }

    /// - Throws: `NOT_ENROLLED`
    public func registration() throws(PhoneError) -> Registration {
        guard let registration = state.registration else {
            throw .check(code: "NOT_ENROLLED", reason: "this phone is not enrolled")
        }
        return registration
    }

    /// - Throws: `NOT_ENROLLED`, `SLOT_MISSING`
    public func slot(_ slot: Slot) throws(PhoneError) -> SlotRecord {
        guard let record = try registration().slot(slot) else {
            throw .check(code: "SLOT_MISSING", reason: "this phone has no \(slot.rawValue) key")
        }
        return record
    }

    /// - Throws: `NOT_ENROLLED`
    public func service() throws(PhoneError) -> PinnedService {
        guard let service = state.service else {
            throw .check(code: "NOT_ENROLLED", reason: "no server is pinned")
        }
        return service
    }

    /// Forgets this phone's registration; the server is not asked and revokes nothing.
    public func deleteRegistration() throws(PhoneError) {
        try update { state in
            state.registration = nil
            state.pendingRefresh = nil
        }
    }
}

extension SlotRecord {
    fileprivate mutating func mutate(_ change: (inout SlotRecord) -> Void) { change(&self) }
}
