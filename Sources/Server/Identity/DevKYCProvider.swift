import Crypto

/// The provider of development: it identifies everybody at once, offline, and the same number is always the same
/// person. A production configuration refuses to start with it.
public struct DevKYCProvider: KYCProvider {
    public let name = "dev"

    public init() {}

    public func begin(_ run: KYCRun, number: RegistrationNumber) throws(ServiceError) -> KYCBeginning {
        .verified(Self.person(number))
    }

    /// A demo citizen, or for any other number a made-up person that follows from it.
    static func person(_ number: RegistrationNumber) -> KYCPerson {
        if let citizen = DemoCitizen.all.first(where: { $0.person.registrationNumber == number.text }) {
            return citizen.person
        }
        let seed = SHA256.hash(Array(number.text.utf8))
        return KYCPerson(
            civilId: civilId(number), registrationNumber: number.text,
            givenName: pick(givenNames, seed[0], seed[1]), surname: pick(surnames, seed[2], seed[3]))
    }

    /// Twelve digits, one to one with the number: the pair of letters counted through, then the eight digits. Demo
    /// citizens have eight digits and are out of the way.
    private static func civilId(_ number: RegistrationNumber) -> String {
        let scalars = Array(number.text.unicodeScalars)
        let places = scalars[..<2].map { MongolianAlphabet.capitals.firstIndex(of: $0) ?? 0 }
        let pair = String(places[0] * MongolianAlphabet.capitals.count + places[1])
        return String(repeating: "0", count: 4 - pair.utf8.count) + pair
            + String(String.UnicodeScalarView(scalars[2...]))
    }

    private static func pick(_ names: [String], _ high: UInt8, _ low: UInt8) -> String {
        names[(Int(high) << 8 | Int(low)) % names.count]
    }

    private static let givenNames = [
        "Анар", "Батаа", "Болормаа", "Ганаа", "Дулмаа", "Жаргал", "Золбоо", "Идэр", "Мөнх", "Наран", "Одгэрэл",
        "Солонго", "Тэмүүлэн", "Уянга", "Хулан", "Цэцэг", "Чимэг", "Эрдэнэ",
    ]
    private static let surnames = [
        "Алтан", "Баяр", "Гончиг", "Дамдин", "Жамц", "Лувсан", "Мягмар", "Норов", "Очир", "Самдан", "Түвшин", "Чулуун",
    ]
}
