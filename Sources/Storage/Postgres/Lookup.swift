/// One read whose answer may be fetched on the same trip to the database as another's.
public struct Lookup<Value>: Sendable {
    let statements: [BoundStatement]
    /// Gets one result for each statement, in order.
    let decode: @Sendable ([ResultSet]) throws(StorageError) -> Value

    init(
        _ statements: BoundStatement..., decode: @escaping @Sendable ([ResultSet]) throws(StorageError) -> Value
    ) {
        self.statements = statements
        self.decode = decode
    }
}

extension Pool {
    /// Answers two reads with one trip.
    public func read<A, B>(
        _ a: Lookup<A>, _ b: Lookup<B>, deadline: StorageDeadline
    ) throws(StorageError) -> (A, B) {
        let results = try query(a.statements + b.statements, deadline: deadline)
        let middle = a.statements.count
        return (try a.decode(Array(results[..<middle])), try b.decode(Array(results[middle...])))
    }

    /// Answers one read.
    public func read<Value>(_ lookup: Lookup<Value>, deadline: StorageDeadline) throws(StorageError) -> Value {
        try lookup.decode(query(lookup.statements, deadline: deadline))
    }
}
