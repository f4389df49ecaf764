import Storage
import Synchronization
import Wire

/// What `/readyz` says: whether this process should get traffic, and what is switched off.
public final class Readiness: Sendable {
    private let pool: Pool
    private let migrations: SchemaCheck
    private let isServing = Mutex(false)
    /// `required` or `off`.
    private let attestation: String
    /// The provider of identity proofs.
    private let identity: String
    private let fence: RestoreFence?

    typealias SchemaCheck = @Sendable () -> Bool

    /// - Parameter fence: nil when no era is kept outside of the database
    init(
        pool: Pool, attestation: String, identity: String, fence: RestoreFence?,
        schemaIsCurrent: @escaping SchemaCheck
    ) {
        self.pool = pool
        self.attestation = attestation
        self.identity = identity
        self.fence = fence
        self.migrations = schemaIsCurrent
    }

    func set(_ serving: Bool) { isServing.withLock { $0 = serving } }

    func report() -> HTTPResponse {
        let serving = isServing.withLock { $0 }
        let database = (try? pool.ping(deadline: StorageDeadline(milliseconds: 1_000))) != nil
        let schema = database && migrations()
        let isShut = fence?.isShut ?? false
        let ready = serving && database && schema && !isShut
        var response = HTTPResponse.json(ready ? 200 : 503) { w in
            w.member("status", ready ? "ready" : "not ready")
            w.member("serving", serving)
            w.member("database", database ? "up" : "down")
            w.member("schema", schema ? "current" : "unknown or not current")
            w.member("restoreFence", fence == nil ? "none" : isShut ? "shut" : "open")
            w.member("attestation", attestation)
            w.member("identityProvider", identity)
        }
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}
