import Storage
import Synchronization

/// What never changes of keys that were asked about lately, so that a signature is verified without a trip to the
/// database. Whether a key may still speak, and for whom, is asked of the database with every request.
final class AttestedKeyCache: Sendable {
    struct Entry: Sendable {
        /// Uncompressed point, 65 bytes
        let publicKey: [UInt8]
        let appID: String
        let platform: String

        init(_ key: AttestedKeyRecord) {
            publicKey = key.publicKey
            appID = key.appId
            platform = key.platform
        }
    }

    private let entries = Mutex(BoundedTable<[UInt8], Entry>(capacity: Limits.attestedKeysCached))

    subscript(_ keyId: [UInt8]) -> Entry? { entries.withLock { $0[keyId] } }

    func insert(_ entry: Entry, for keyId: [UInt8]) { entries.withLock { $0.insert(entry, for: keyId) } }

    func forget(_ keyId: [UInt8]) { entries.withLock { _ = $0.remove(keyId) } }
}
