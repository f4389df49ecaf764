/// Reads the fields of one row from left to right. A column that does not hold what is asked for is an error, never a
/// trap.
struct RowReader {
    private let result: ResultSet
    private let row: Int
    private var column = 0

    init(_ result: ResultSet, row: Int) {
        self.result = result
        self.row = row
    }

    mutating func optionalBytes() throws(StorageError) -> [UInt8]? {
        try next().map { Array($0) }
    }

    mutating func bytes() throws(StorageError) -> [UInt8] {
        try required(try optionalBytes())
    }

    mutating func optionalText() throws(StorageError) -> String? {
        try next().map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func text() throws(StorageError) -> String {
        try required(try optionalText())
    }

    /// smallint, integer or bigint.
    mutating func optionalInt64() throws(StorageError) -> Int64? {
        guard let field = try next() else { return nil }
        switch field.count {
        case 8: return Int64(bigEndian: field.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: field.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: field.loadUnaligned(as: Int16.self)))
        default: throw mismatch()
        }
    }

    mutating func int64() throws(StorageError) -> Int64 {
        try required(try optionalInt64())
    }

    mutating func int() throws(StorageError) -> Int {
        Int(try int64())
    }

    mutating func bool() throws(StorageError) -> Bool {
        guard let field = try next(), field.count == 1 else { throw mismatch() }
        return field[0] != 0
    }

    mutating func optionalUUID() throws(StorageError) -> String? {
        guard let field = try next() else { return nil }
        guard let text = UUIDText.format(field) else { throw mismatch() }
        return text
    }

    mutating func uuid() throws(StorageError) -> String {
        try required(try optionalUUID())
    }

    /// Unix milliseconds.
    mutating func optionalTime() throws(StorageError) -> Int64? {
        guard let raw = try optionalInt64() else { return nil }
        guard let time = PostgresTime.unixMilliseconds(raw) else { throw mismatch() }
        return time
    }

    mutating func time() throws(StorageError) -> Int64 {
        try required(try optionalTime())
    }

    /// A text column that holds one of an enumeration's names.
    mutating func name<E: RawRepresentable<String>>(_ type: E.Type) throws(StorageError) -> E {
        guard let value = E(rawValue: try text()) else { throw mismatch() }
        return value
    }

    private mutating func next() throws(StorageError) -> UnsafeRawBufferPointer? {
        defer { column += 1 }
        return try result.field(row: row, column: column)
    }

    private func required<T>(_ value: T?) throws(StorageError) -> T {
        guard let value else { throw mismatch() }
        return value
    }

    private func mismatch() -> StorageError {
        .other(sqlState: "XX000", reason: "column \(column - 1) does not hold the expected type")
    }
}
