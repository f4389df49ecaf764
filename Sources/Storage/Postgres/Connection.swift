import CEpoll
import CPostgres
import Glibc

/// One connection to PostgreSQL that never blocks past its caller's deadline.
///
/// When a deadline passes the connection is closed, not returned: its protocol state is unknown, and the server ends
/// what it was doing by its own limits.
///
/// `@unchecked Sendable` is sound because the pool hands a connection to one thread at a time and forgets it meanwhile.
final class Connection: @unchecked Sendable {
    /// nil once closed.
    private(set) var handle: OpaquePointer?
    private var prepared: Set<String> = []
    private var owesBegin = false
    /// What it has sent since somebody asked last.
    private(set) var traffic = Traffic()
    /// Monotonic nanoseconds, for the pool's maximum lifetime.
    let openedAt = StorageDeadline.now()

    init(owning handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        close()
    }

    /// Ends the connection; harmless when repeated.
    func close() {
        guard let open = handle else { return }
        handle = nil
        PQfinish(open)
    }

    /// True when the connection is open and outside a transaction.
    var isIdle: Bool {
        guard let handle else { return false }
        return PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Looks, without waiting, whether an idle connection can still be used. Nothing is ever sent to one that has no
    /// statement running, except farewells (and the rare notice, which costs a reconnection).
    func isAlive() -> Bool {
        guard let handle, isIdle else { return false }
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 0
    }

    /// Runs a prepared statement, preparing it first when this connection has not seen it.
    @discardableResult
    func run(
        _ statement: Statement, _ parameters: [Parameter], deadline: StorageDeadline
    ) throws(StorageError) -> ResultSet {
        guard let result = try run([BoundStatement(statement, parameters)], deadline: deadline).first else {
            throw .other(sqlState: "XX000", reason: "no result")
        }
        return result
    }

    /// Runs statements that travel together: one write, one wait for every answer (libpq's pipeline mode). They are
    /// executed in order, each with a snapshot of its own that shows what those before it did. The first error ends the
    /// row, and what stands behind it is not executed.
    ///
    /// Outside a transaction the row is one by itself, which commits when all of it has succeeded.
    @discardableResult
    func run(_ statements: [BoundStatement], deadline: StorageDeadline) throws(StorageError) -> [ResultSet] {
        for bound in statements { try prepare(bound, deadline) }
        let begins = owesBegin
        let row = begins ? [Self.begin] + statements : statements
        let buffers = try row.map { (bound) throws(StorageError) in try ParameterBuffers(bound.parameters) }
        owesBegin = false
        traffic.statements += row.count
        traffic.roundTrips += 1
        var results = try pipeline(deadline) { handle in
            zip(row, buffers).allSatisfy { bound, buffers in
                buffers.withPointers { values, lengths, formats in
                    PQsendQueryPrepared(
                        handle, bound.statement.name, Int32(bound.parameters.count), values, lengths, formats, 1)
                } == 1
            }
        }
        guard results.count == row.count else { throw .other(sqlState: "XX000", reason: "no result") }
        if begins { results.removeFirst() }
        return results
    }

    /// A transaction begins with the first statement that is run in it, and travels with it.
    func beginWithNext(deadline: StorageDeadline) throws(StorageError) {
        try prepare(Self.begin, deadline)
        owesBegin = true
    }

    /// Whether a transaction was begun of which the server knows nothing yet; it is forgotten by this.
    func forgetOwedBegin() -> Bool {
        defer { owesBegin = false }
        return owesBegin
    }

    private func prepare(_ bound: BoundStatement, _ deadline: StorageDeadline) throws(StorageError) {
        let statement = bound.statement
        guard !prepared.contains(statement.name) else { return }
        let types = bound.parameters.map(\.oid)
        try exchange(deadline) { PQsendPrepare($0, statement.name, statement.sql, Int32(types.count), types) }
        prepared.insert(statement.name)
    }

    /// Runs a statement once without preparing it: for statements of set-up and for those that cannot be prepared.
    @discardableResult
    func runOnce(_ sql: SQL, _ parameters: [Parameter] = [], deadline: StorageDeadline) throws(StorageError)
        -> ResultSet
    {
        try sendOwedBegin(deadline)
        let buffers = try ParameterBuffers(parameters)
        let types = parameters.map(\.oid)
        return try exchange(deadline) { handle in
            buffers.withPointers { values, lengths, formats in
                PQsendQueryParams(
                    handle, sql.text, Int32(parameters.count), types, values, lengths, formats, 1)
            }
        }
    }

    /// Runs a script of several statements; only for migration files, which are part of the program.
    func runScript(_ script: String, deadline: StorageDeadline) throws(StorageError) {
        guard !script.utf8.contains(0) else { throw .schema(reason: "a migration file holds NUL") }
        try sendOwedBegin(deadline)
        try exchange(deadline) { PQsendQuery($0, script) }
    }

    /// Sends by `send` and reads everything that comes back. The first error wins; otherwise the last result.
    @discardableResult
    private func exchange(
        _ deadline: StorageDeadline, _ send: (OpaquePointer) -> Int32
    ) throws(StorageError) -> ResultSet {
        guard let handle else { throw .unavailable(reason: "the connection is closed") }
        guard send(handle) == 1 else {
            close()
            throw .unavailable(reason: "the statement could not be sent")
        }
        try flush(handle, deadline)
        var last: ResultSet?
        var failure: StorageError?
        while true {
            try awaitInput(handle, deadline)
            guard let result = PQgetResult(handle) else { break }
            if let error = Self.error(of: result) {
                PQclear(result)
                failure = failure ?? error
                // A dead connection has nothing more to say.
                if PQstatus(handle) != CONNECTION_OK { break }
            } else {
                last = ResultSet(owning: result)
            }
        }
        try concludeExchange(handle, failure)
        guard let last else { throw .other(sqlState: "XX000", reason: "no result") }
        return last
    }

    /// As `exchange` for several statements, with one answer each.
    private func pipeline(
        _ deadline: StorageDeadline, _ send: (OpaquePointer) -> Bool
    ) throws(StorageError) -> [ResultSet] {
        guard let handle else { throw .unavailable(reason: "the connection is closed") }
        guard PQenterPipelineMode(handle) == 1, send(handle), PQpipelineSync(handle) == 1 else {
            close()
            throw .unavailable(reason: "the statement could not be sent")
        }
        try flush(handle, deadline)
        var results: [ResultSet] = []
        var failure: StorageError?
        var isBetweenAnswers = false
        while true {
            try awaitInput(handle, deadline)
            guard let result = PQgetResult(handle) else {
                // One null stands between two answers; two of them mean that nothing more will come.
                if isBetweenAnswers || PQstatus(handle) != CONNECTION_OK { throw lost() }
                isBetweenAnswers = true
                continue
            }
            isBetweenAnswers = false
            let status = PQresultStatus(result)
            if status == PGRES_PIPELINE_SYNC || status == PGRES_PIPELINE_ABORTED {
                PQclear(result)
                if status == PGRES_PIPELINE_SYNC { break }
            } else if let error = Self.error(of: result) {
                PQclear(result)
                failure = failure ?? error
                if PQstatus(handle) != CONNECTION_OK { break }
            } else {
                results.append(ResultSet(owning: result))
            }
        }
        try concludeExchange(handle, failure)
        guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        return results
    }

    /// Throws what an exchange has failed with; a dead connection is closed.
    private func concludeExchange(_ handle: OpaquePointer, _ failure: StorageError?) throws(StorageError) {
        if PQstatus(handle) != CONNECTION_OK {
            close()
            if case .other(_, _)? = failure { throw .unavailable(reason: "the connection was lost") }
            throw failure ?? .unavailable(reason: "the connection was lost")
        }
        guard let failure else { return }
        if PQpipelineStatus(handle) != PQ_PIPELINE_OFF, PQexitPipelineMode(handle) != 1 { throw lost() }
        throw failure
    }

    private func sendOwedBegin(_ deadline: StorageDeadline) throws(StorageError) {
        guard owesBegin else { return }
        try run([], deadline: deadline)
    }

    /// What was sent since the last call.
    func takeTraffic() -> Traffic {
        defer { traffic = Traffic() }
        return traffic
    }

    private static let begin = BoundStatement(Statement("begin", "BEGIN ISOLATION LEVEL READ COMMITTED"), [])

    private func flush(_ handle: OpaquePointer, _ deadline: StorageDeadline) throws(StorageError) {
        while true {
            let left = PQflush(handle)
            if left == 0 { return }
            guard left == 1 else { throw lost() }
            let events = try wait(for: Int16(POLLIN | POLLOUT), deadline)
            if events & Int16(POLLIN) != 0, PQconsumeInput(handle) != 1 { throw lost() }
        }
    }

    private func awaitInput(_ handle: OpaquePointer, _ deadline: StorageDeadline) throws(StorageError) {
        while PQisBusy(handle) == 1 {
            _ = try wait(for: Int16(POLLIN), deadline)
            guard PQconsumeInput(handle) == 1 else {
                // What the server said last (such as "terminating connection") may still be readable as a result.
                if PQisBusy(handle) == 0 { return }
                throw lost()
            }
        }
    }

    /// Waits for the socket; closes the connection and throws when the deadline passes.
    func wait(for events: Int16, _ deadline: StorageDeadline) throws(StorageError) -> Int16 {
        guard let handle else { throw .unavailable(reason: "the connection is closed") }
        while true {
            var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
            let ready = poll(&descriptor, 1, Int32(deadline.millisecondsLeft))
            if ready > 0 { return descriptor.revents }
            if ready < 0 && errno == EINTR { continue }
            if ready < 0 { throw lost() }
            if deadline.hasPassed {
                close()
                throw .timeout(reason: "deadline")
            }
        }
    }

    private func lost() -> StorageError {
        close()
        return .unavailable(reason: "the connection was lost")
    }

    private static func error(of result: OpaquePointer) -> StorageError? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        default: break
        }
        guard let state = tamga_PQsqlstate(result) else {
            return .other(sqlState: "XX000", reason: "libpq error without SQL state")
        }
        return .server(
            sqlState: String(cString: state), constraint: tamga_PQconstraint(result).map { String(cString: $0) })
    }
}
