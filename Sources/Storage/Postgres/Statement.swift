/// A named statement, prepared on each connection when it is first used there.
struct Statement: Sendable {
    /// Unique in the program; it is the name of the prepared statement.
    let name: String
    let sql: String

    init(_ name: StaticString, _ sql: SQL) {
        self.name = name.description
        self.sql = sql.text
    }
}
