import CPostgres

/// The rows of one statement; owns libpq's result.
final class ResultSet {
    private let handle: OpaquePointer

    init(owning handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    /// Number of rows.
    var count: Int { Int(PQntuples(handle)) }

    /// Rows touched by INSERT, UPDATE or DELETE; 0 for statements that touch none.
    var affected: Int {
        guard let text = PQcmdTuples(handle) else { return 0 }
        return Int(String(cString: text)) ?? 0
    }

    /// The command that the server says it executed, such as "COMMIT".
    var command: String {
        PQcmdStatus(handle).map { String(cString: $0) } ?? ""
    }

    /// The first row, if there is one.
    var first: RowReader? { count > 0 ? RowReader(self, row: 0) : nil }

    /// Every row through `decode`.
    func map<T>(_ decode: (inout RowReader) throws(StorageError) -> T) throws(StorageError) -> [T] {
        var out: [T] = []
        out.reserveCapacity(count)
        for row in 0..<count {
            var reader = RowReader(self, row: row)
            out.append(try decode(&reader))
        }
        return out
    }

    /// The bytes of a field; nil for NULL. `present` is false when there is no such column.
    func field(row: Int, column: Int) throws(StorageError) -> UnsafeRawBufferPointer? {
        guard column < Int(PQnfields(handle)), row < count else {
            throw .other(sqlState: "XX000", reason: "column \(column) is missing")
        }
        let (r, c) = (Int32(row), Int32(column))
        if PQgetisnull(handle, r, c) == 1 { return nil }
        return UnsafeRawBufferPointer(start: PQgetvalue(handle, r, c), count: Int(PQgetlength(handle, r, c)))
    }
}
