import Synchronization

/// What other threads tell an event loop. Posting is cheap and never blocks; the eventfd is raised only when the box
/// was empty, so a burst of answers costs one wake-up.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let counter: EventCounter

    init(_ counter: EventCounter) {
        self.counter = counter
    }

    func post(_ message: Message) {
        let wasEmpty = messages.withLock { list in
            list.append(message)
            return list.count == 1
        }
        if wasEmpty { counter.raise() }
    }

    /// Everything posted so far, in order. Called by the loop only.
    func takeAll() -> [Message] {
        counter.drain()
        return messages.withLock { list in
            let taken = list
            list = []
            return taken
        }
    }
}
