import Storage
import Synchronization
import Wire

/// Keeps a process from serving out of a database that has gone back (design: restore fence). Nonces, ratchets,
/// revocations and locks that phones and relying parties have seen would be missing in it.
final class RestoreFence: Sendable {
    /// What the comparison of the two eras says.
    enum Finding: Equatable, Sendable {
        case agrees
        /// The database was never served from, and there is no file: both begin.
        case new
        /// There is no file beside a database that was served from.
        case fileMissing
        /// The database is an older one than was served before.
        case wentBack
        /// A restore was acknowledged elsewhere; this host's file does not know it yet.
        case fileBehind
    }

    private let stores: Stores
    private let file: EraFile
    /// The newest era that this process has seen.
    private let seen: Mutex<Era>
    private let isClosed = Mutex(false)

    static func compare(database: Era, outside: Era?) -> Finding {
        guard let outside else { return database == Era(number: 1, mark: 0) ? .new : .fileMissing }
        if database.number > outside.number { return .fileBehind }
        return database.number < outside.number || database.mark < outside.mark ? .wentBack : .agrees
    }

    /// - Throws: `ConfigurationError` with what to do when the two do not agree
    init(stores: Stores, file: EraFile) throws {
        let deadline = StorageDeadline(milliseconds: 5_000)
        let database = try stores.eras.current(deadline: deadline)
        switch Self.compare(database: database, outside: try file.read()) {
        case .agrees, .new: break
        case .wentBack:
            throw ConfigurationError(
                "the database is older than \(file.path) remembers: it was restored. Read docs/operations.md, then "
                    + "run `tamga restore acknowledge`")
        case .fileMissing:
            throw ConfigurationError(
                "\(file.path) is missing, and the database was served from before. On a new host run `tamga restore "
                    + "adopt`; after a restore `tamga restore acknowledge`")
        case .fileBehind:
            throw ConfigurationError(
                "a restore was acknowledged on another host: run `tamga restore adopt` here")
        }
        self.stores = stores
        self.file = file
        // First a file that can be written: a mark without one would look like a database of another host.
        try file.write(database)
        let era = try stores.eras.advance(deadline: deadline)
        seen = Mutex(era)
        try file.write(era)
    }

    /// Raises the mark and keeps it outside. A database that has gone back under a running process closes the fence
    /// for good: only a start can open it.
    /// - Throws: also when the fence is shut, so that every failure of this task says so in the log
    func advance() throws(StorageError) {
        let era = try stores.eras.advance(deadline: StorageDeadline(milliseconds: 2_000))
        let isOlder = seen.withLock { seen in
            if era.number != seen.number || era.mark <= seen.mark { return true }
            seen = era
            return false
        }
        if isOlder { isClosed.withLock { $0 = true } }
        if isShut { throw .schema(reason: "the database has gone back: nothing is served (tamga restore)") }
        do throws(ConfigurationError) { try file.write(era) } catch {
            throw .schema(reason: "TAMGA_ERA_FILE cannot be written")
        }
    }

    /// Whether nothing may be served any more.
    var isShut: Bool { isClosed.withLock { $0 } }

    /// The same routes behind the fence.
    func guarding(_ routes: [Route]) -> [Route] {
        routes.map { route in
            var atOnce: Route.AtOnce?
            if let next = route.atOnce { atOnce = guarding(next) }
            return route.behind(
                { [self] (call) throws(ServiceError) in
                    try requireOpen()
                    return try route.handler(call)
                }, atOnce: atOnce)
        }
    }

    private func guarding(_ next: @escaping Route.AtOnce) -> Route.AtOnce {
        { [self] (call) throws(ServiceError) -> HTTPResponse? in
            try requireOpen()
            return try next(call)
        }
    }

    private func requireOpen() throws(ServiceError) {
        guard !isShut else { throw ServiceError(.restorePending, retryAfterSeconds: Limits.retryAfterSeconds) }
    }
}
