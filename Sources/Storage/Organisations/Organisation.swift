/// An organisation as a relying party with the state's register has named it.
public struct Organisation: Sendable, Equatable {
    /// Digits and capitals; without any prefix.
    public let register: String
    public let name: String
    public let nameLatin: String?
    /// Whether anybody may act for it.
    public let isActive: Bool

    static let columns: SQL = "o.register, o.name, o.name_latin, o.active"

    init(_ row: inout RowReader) throws(StorageError) {
        register = try row.text()
        name = try row.text()
        nameLatin = try row.optionalText()
        isActive = try row.bool()
    }
}
