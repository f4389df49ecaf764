/// A citizen as the identity provider names them.
public struct Citizen: Sendable, Equatable {
    public let id: String
    public let civilID: String
    public let registrationNumber: String
    public let givenName: String
    public let surname: String
    public let givenNameLatin: String
    public let surnameLatin: String

    public init(
        id: String, civilID: String, registrationNumber: String, givenName: String, surname: String,
        givenNameLatin: String, surnameLatin: String
    ) {
        self.id = id
        self.civilID = civilID
        self.registrationNumber = registrationNumber
        self.givenName = givenName
        self.surname = surname
        self.givenNameLatin = givenNameLatin
        self.surnameLatin = surnameLatin
    }

    static let columns: SQL = """
        c.id, c.civil_id, c.registration_number, c.given_name, c.surname, c.given_name_latin, c.surname_latin
        """

    init(_ row: inout RowReader) throws(StorageError) {
        self.init(
            id: try row.uuid(), civilID: try row.text(), registrationNumber: try row.text(),
            givenName: try row.text(), surname: try row.text(), givenNameLatin: try row.text(),
            surnameLatin: try row.text())
    }

    /// Reads the columns of an outer join: nil when there is no citizen.
    static func optional(_ row: inout RowReader) throws(StorageError) -> Citizen? {
        let id = try row.optionalUUID()
        var texts: [String] = []
        for _ in 0..<6 { texts.append(try row.optionalText() ?? "") }
        guard let id else { return nil }
        return Citizen(
            id: id, civilID: texts[0], registrationNumber: texts[1], givenName: texts[2], surname: texts[3],
            givenNameLatin: texts[4], surnameLatin: texts[5])
    }
}
