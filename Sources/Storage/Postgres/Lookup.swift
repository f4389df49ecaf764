/// One read whose answer may be fetched on the same trip to the database as another's.
public struct Lookup<Value>: Sendable {
    let statements: [BoundStatement]
    /// Gets one result for each statement, in order.
    let decode: @Sendable ([ResultSet]) throws(StorageError) -> Value

    init(
        _ statements: BoundStatement..., decode: @escaping @Sendable ([ResultSet]) throws(StorageError) -> Value
    ) {
        self.init(statements: statements, decode: decode)
    }

    private init(
        statements: [BoundStatement], decode: @escaping @Sendable ([ResultSet]) throws(StorageError) -> Value
    ) {
        self.statements = statements
        self.decode = decode
    }

    /// Both reads as one: this one's statements run first.
    public func with<Other: Sendable>(_ other: Lookup<Other>) -> Lookup<(Value, Other)> where Value: Sendable {
        let middle = statements.count
        let (first, second) = (decode, other.decode)
        return Lookup<(Value, Other)>(statements: statements + other.statements) {
            (results) throws(StorageError) -> (Value, Other) in
            (try first(Array(results[..<middle])), try second(Array(results[middle...])))
        }
    }
}

extension Pool {
    /// Answers what was asked together with one trip.
    public func read<Value>(_ lookup: Lookup<Value>, deadline: StorageDeadline) throws(StorageError) -> Value {
        try lookup.decode(query(lookup.statements, deadline: deadline))
    }
}
