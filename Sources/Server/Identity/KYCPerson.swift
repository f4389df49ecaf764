/// A person as an identity provider names them.
public struct KYCPerson: Sendable, Equatable {
    /// Digits only, 1 to 20: it becomes part of the certificate's serialNumber.
    public let civilId: String
    public let registrationNumber: String
    /// In Cyrillic.
    public let givenName: String
    /// In Cyrillic.
    public let surname: String

    public init(civilId: String, registrationNumber: String, givenName: String, surname: String) {
        self.civilId = civilId
        self.registrationNumber = registrationNumber
        self.givenName = givenName
        self.surname = surname
    }
}
