/// A first-in first-out queue with amortised constant cost (an array with a moving head). Only what the pools need.
struct Deque<Element> {
    private var items: [Element?] = []
    private var head = 0

    var count: Int { items.count - head }
    var isEmpty: Bool { head == items.count }

    mutating func append(_ element: Element) {
        items.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < items.count else { return nil }
        let element = items[head]
        items[head] = nil
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: items.capacity <= 1024)
            head = 0
        } else if head > 1024, head * 2 > items.count {
            items.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes the first element for which `match` holds; linear.
    mutating func remove(where match: (Element) -> Bool) -> Bool {
        let place = items[head...].firstIndex { element in element.map(match) ?? false }
        guard let place else { return false }
        items.remove(at: place)
        return true
    }
}

extension Deque: Sendable where Element: Sendable {}
