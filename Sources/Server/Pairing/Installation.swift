import Storage
import Synchronization

/// The installation's id, read once: anybody may ask for it, and it never changes.
final class Installation: Sendable {
    private let store: PairingStore
    private let known = Mutex<String?>(nil)

    init(_ store: PairingStore) { self.store = store }

    func id(_ deadline: StorageDeadline) throws(ServiceError) -> String {
        if let id = known.withLock({ $0 }) { return id }
        let id = try ServiceError.storing { () throws(StorageError) in try store.installation(deadline: deadline) }
        known.withLock { $0 = id }
        return id
    }
}
