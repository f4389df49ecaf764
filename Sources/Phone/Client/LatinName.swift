import Wire

/// The name that the certificate will carry, in Latin letters.
public struct LatinName: Sendable, Equatable {
    public let givenName: String
    public let surname: String

    public init(givenName: String, surname: String) {
        self.givenName = givenName
        self.surname = surname
    }

    init(_ fields: JSONFields) throws(FieldError) {
        givenName = try fields.string("givenName", maxCharacters: 128)
        surname = try fields.string("surname", maxCharacters: 128)
    }

    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("givenName", givenName)
            $0.member("surname", surname)
        }
    }
}
