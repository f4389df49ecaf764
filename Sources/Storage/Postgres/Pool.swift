/// A bounded set of connections. Operations borrow one for a statement or a transaction and wait for it no longer than
/// their deadline; broken and old connections are replaced, never handed out.
///
/// `@unchecked Sendable` is sound: every variable is touched only with the monitor's lock held.
public final class Pool: @unchecked Sendable {
    public let settings: ConnectionSettings
    /// Most connections at once.
    public let capacity: Int
    private let lifetimeNanoseconds: UInt64
    private let monitor = Monitor()
    private var idle: [Connection] = []
    private var open = 0
    private var waiting = 0
    private var isClosed = false
    private var total = Traffic()

    /// - Parameter lifetimeMilliseconds: a connection older than this is replaced, so that a failover or a changed
    ///   setting reaches everybody.
    public init(settings: ConnectionSettings, capacity: Int, lifetimeMilliseconds: Int = 1_800_000) {
        precondition(capacity > 0, "a pool holds at least one connection")
        self.settings = settings
        self.capacity = capacity
        lifetimeNanoseconds = UInt64(max(1, lifetimeMilliseconds)) * 1_000_000
    }

    /// Connections that exist, those of them that nobody uses, and operations that wait for one: for metrics.
    public var occupancy: (open: Int, idle: Int, waiting: Int) {
        monitor.lock()
        defer { monitor.unlock() }
        return (open, idle.count, waiting)
    }

    /// What all connections have sent so far, as of the moment at which each was given back last.
    public var traffic: Traffic {
        monitor.lock()
        defer { monitor.unlock() }
        return total
    }

    /// Closes what is idle and refuses new work; borrowed connections close when they come back.
    public func close() {
        monitor.lock()
        isClosed = true
        let unused = idle
        idle = []
        open -= unused.count
        monitor.broadcast()
        monitor.unlock()
        for connection in unused { connection.close() }
    }

    /// Round trip to the database, for readiness.
    public func ping(deadline: StorageDeadline) throws(StorageError) {
        try query(Self.pingStatement, [], deadline: deadline)
    }

    /// The database's clock as Unix milliseconds. Every decision about expiry is made by this clock inside the
    /// statements; callers need it only for times that they promise to somebody.
    public func now(deadline: StorageDeadline) throws(StorageError) -> Int64 {
        guard var row = try query(Self.nowStatement, [], deadline: deadline).first else {
            throw .other(sqlState: "XX000", reason: "no clock")
        }
        return try row.time()
    }

    /// Borrows a connection for one statement.
    @discardableResult
    func query(
        _ statement: Statement, _ parameters: [Parameter], deadline: StorageDeadline
    ) throws(StorageError) -> ResultSet {
        try withConnection(deadline: deadline) { (connection) throws(StorageError) -> ResultSet in
            try connection.run(statement, parameters, deadline: deadline)
        }
    }

    /// Borrows a connection for statements that travel together and are one transaction (see `Connection.run`).
    @discardableResult
    func query(_ statements: [BoundStatement], deadline: StorageDeadline) throws(StorageError) -> [ResultSet] {
        try withConnection(deadline: deadline) { (connection) throws(StorageError) -> [ResultSet] in
            try connection.run(statements, deadline: deadline)
        }
    }

    /// Borrows a connection for one transaction.
    func transaction<T>(
        deadline: StorageDeadline, _ body: (Connection) throws(StorageError) -> TransactionEnd<T>
    ) throws(StorageError) -> T {
        try withConnection(deadline: deadline) { (connection) throws(StorageError) -> T in
            try connection.transaction(deadline: deadline, body)
        }
    }

    func withConnection<T>(
        deadline: StorageDeadline, _ body: (Connection) throws(StorageError) -> T
    ) throws(StorageError) -> T {
        let connection = try borrow(deadline)
        defer { giveBack(connection) }
        return try body(connection)
    }

    private func borrow(_ deadline: StorageDeadline) throws(StorageError) -> Connection {
        while true {
            if let connection = try takeIdleOrReserve(deadline) {
                if isYoung(connection) && connection.isAlive() { return connection }
                connection.close()
                releasePlace()
                continue
            }
            do {
                return try Connection.open(settings, deadline: deadline)
            } catch {
                releasePlace()
                throw error
            }
        }
    }

    /// An idle connection, or nil after reserving the right to open one.
    private func takeIdleOrReserve(_ deadline: StorageDeadline) throws(StorageError) -> Connection? {
        monitor.lock()
        defer { monitor.unlock() }
        while true {
            if isClosed { throw .unavailable(reason: "the pool is closed") }
            if let connection = idle.popLast() { return connection }
            if open < capacity {
                open += 1
                return nil
            }
            if deadline.hasPassed { throw .timeout(reason: "no free connection") }
            waiting += 1
            _ = monitor.wait(until: deadline)
            waiting -= 1
        }
    }

    private func giveBack(_ connection: Connection) {
        let keep = connection.isIdle && isYoung(connection)
        let sent = connection.takeTraffic()
        monitor.lock()
        total += sent
        if keep && !isClosed {
            idle.append(connection)
            monitor.signal()
            monitor.unlock()
            return
        }
        monitor.unlock()
        connection.close()
        releasePlace()
    }

    private func releasePlace() {
        monitor.lock()
        open -= 1
        monitor.signal()
        monitor.unlock()
    }

    private func isYoung(_ connection: Connection) -> Bool {
        StorageDeadline.now() &- connection.openedAt < lifetimeNanoseconds
    }

    private static let pingStatement = Statement("ping", "SELECT 1")
    private static let nowStatement = Statement("now", "SELECT clock_timestamp()")
}
