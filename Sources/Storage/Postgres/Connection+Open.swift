import CPostgres
import Glibc

extension Connection {
    /// Connects before the deadline (or the settings' own limit, whichever comes first) and puts the server-side limits
    /// in force.
    static func open(
        _ settings: ConnectionSettings, deadline: StorageDeadline
    ) throws(StorageError) -> Connection {
        let limit = min(deadline, StorageDeadline(milliseconds: settings.connectMilliseconds))
        // Later keywords win over earlier ones, and `dbname` is expanded in place: what stands before it is a default.
        let keywords = [
            "fallback_application_name", "tcp_user_timeout", "keepalives_idle", "dbname", "client_encoding",
        ]
        let values = ["tamga", String(settings.tcpUserMilliseconds), "15", settings.url, "UTF8"]
        guard
            let handle = withCStrings(
                keywords,
                { names in withCStrings(values) { PQconnectStartParams(names, $0, 1) } })
        else { throw .unavailable(reason: "libpq is out of memory") }
        let connection = Connection(owning: handle)
        try connection.finishConnecting(handle, limit)
        tamga_PQsilence(handle)
        guard PQsetnonblocking(handle, 1) == 0 else {
            throw .unavailable(reason: "the socket refuses to be non-blocking")
        }
        try connection.applyLimits(settings, limit)
        return connection
    }

    private func finishConnecting(_ handle: OpaquePointer, _ deadline: StorageDeadline) throws(StorageError) {
        guard PQstatus(handle) != CONNECTION_BAD else { throw connectFailure() }
        var next = PGRES_POLLING_WRITING
        while true {
            switch next {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: _ = try wait(for: Int16(POLLIN), deadline)
            case PGRES_POLLING_WRITING: _ = try wait(for: Int16(POLLOUT), deadline)
            default: throw connectFailure()
            }
            next = PQconnectPoll(handle)
        }
    }

    /// libpq's own message names hosts and users, so it stays here.
    private func connectFailure() -> StorageError {
        close()
        return .unavailable(reason: "the database refused or could not be reached")
    }

    /// One round trip for all limits; a limit that the server does not know (an older version) is left out.
    ///
    /// Every statement finds its rows by a key, so that a plan for all values is as good as one for these: made once a
    /// connection, and not five times before the server believes it.
    private func applyLimits(_ settings: ConnectionSettings, _ deadline: StorageDeadline) throws(StorageError) {
        let limits: [(name: String, value: String)] = [
            ("statement_timeout", String(settings.statementMilliseconds)),
            ("lock_timeout", String(settings.lockMilliseconds)),
            ("idle_in_transaction_session_timeout", String(settings.idleInTransactionMilliseconds)),
            ("client_connection_check_interval", String(settings.clientCheckMilliseconds)),
            ("plan_cache_mode", "force_generic_plan"),
        ]
        try runOnce(
            """
            SELECT set_config(s.name, w.value, false)
            FROM unnest($1::text[], $2::text[]) AS w(name, value) JOIN pg_settings s ON s.name = w.name
            """,
            [.texts(limits.map(\.name)), .texts(limits.map(\.value))], deadline: deadline)
    }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<R>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("an array with an element has an address") }
        return body(base)
    }
}
