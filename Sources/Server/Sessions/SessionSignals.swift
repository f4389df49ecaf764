/// Wakes those who wait for news about sessions, here and in every other process on the database.
///
/// News is an id: of a session that has ended, or of a document that has something to answer. Both are UUIDs of
/// different origin, so one list of ids carries both; whoever waits for the other kind of a given id does not exist.
public struct SessionSignals: Sendable {
    private let registry: WaiterRegistry
    private let publish: @Sendable ([String]) -> Void

    /// - Parameter publish: hands ids to the notifier of this process; must not block.
    public init(registry: WaiterRegistry, publish: @escaping @Sendable ([String]) -> Void) {
        self.registry = registry
        self.publish = publish
    }

    /// What a relying party's poll waits for.
    public static func key(session id: String) -> String { "session:" + id }

    /// What a phone's poll waits for.
    public static func key(document number: String) -> String { "document:" + number }

    /// To be called after the commit that ended them.
    public func ended(sessions ids: [String]) {
        guard !ids.isEmpty else { return }
        for id in ids { registry.wake(Self.key(session: id)) }
        publish(ids)
    }

    /// To be called after the commit that opened a session for these documents.
    public func pending(documents numbers: [String]) {
        guard !numbers.isEmpty else { return }
        for number in numbers { registry.wake(Self.key(document: number)) }
        publish(numbers)
    }

    /// Ids that arrived from the database: the `receive` of the notifier. Never blocks.
    public static func deliver(_ ids: [String], to registry: WaiterRegistry) {
        for id in ids {
            registry.wake(key(session: id))
            registry.wake(key(document: id))
        }
    }
}
