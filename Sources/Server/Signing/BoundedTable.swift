/// A table of at most `capacity` entries: a new one that finds no room takes the place of the oldest.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        let number: UInt64
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]
    /// Keys in the order of their coming; one whose number is no longer that of its entry has left already.
    private var order = Deque<(key: Key, number: UInt64)>()
    private var next: UInt64 = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { entries.count }

    subscript(_ key: Key) -> Value? { entries[key]?.value }

    /// The entry counts as new, also when there was one.
    mutating func insert(_ value: Value, for key: Key) {
        if entries[key] == nil, entries.count >= capacity { dropOldest() }
        next += 1
        entries[key] = Entry(value: value, number: next)
        order.append((key, next))
        if order.count > 2 * capacity { compact() }
    }

    /// Changes the value where it is; nothing happens when there is none.
    mutating func replace(_ value: Value, for key: Key) { entries[key]?.value = value }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? { entries.removeValue(forKey: key)?.value }

    mutating func removeAll(where isOver: (Value) -> Bool) { entries = entries.filter { !isOver($0.value.value) } }

    private mutating func dropOldest() {
        while let (key, number) = order.popFirst() {
            guard entries[key]?.number == number else { continue }
            entries[key] = nil
            return
        }
    }

    /// Forgets the places of entries that have left.
    private mutating func compact() {
        var kept = Deque<(key: Key, number: UInt64)>()
        while let place = order.popFirst() {
            if entries[place.key]?.number == place.number { kept.append(place) }
        }
        order = kept
    }
}
