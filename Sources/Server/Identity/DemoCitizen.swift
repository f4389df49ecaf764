/// A citizen of the demonstration. Each has one fixed way of answering, so that an integrator can try every outcome.
public struct DemoCitizen: Sendable, Equatable {
    public let person: KYCPerson
    /// The `endResult` with which the demonstration's phone answers every session of this citizen; `TIMEOUT`: never.
    public let endResult: String

    /// All of them. The first is the citizen of the specification's example.
    public static let all: [DemoCitizen] = [
        make("Бат", "Дорж", "УХ00112233", "12345678", "OK"),
        make("Сарангэрэл", "Ганбаатар", "МА85031426", "23456781", "OK"),
        make("Тэмүүжин", "Бат-Эрдэнэ", "УБ03251817", "34567812", "USER_REFUSED"),
        make("Оюунчимэг", "Лхагвасүрэн", "АЮ79081904", "45678123", "USER_REFUSED_INTERACTION"),
        make("Мөнхзул", "Цэрэндорж", "ЧП92022941", "56781234", "WRONG_VC"),
        make("Ганзориг", "Пүрэвжав", "ХЕ66120553", "67812345", "TIMEOUT"),
        make("Нямсүрэн", "Ёндон", "ДЗ88070162", "78123456", "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP"),
        make("Энхжаргал", "Щербакова", "ТЖ01310979", "81234567", "DOCUMENT_UNUSABLE"),
    ]

    private static func make(
        _ givenName: String, _ surname: String, _ number: String, _ civilId: String, _ endResult: String
    ) -> DemoCitizen {
        DemoCitizen(
            person: KYCPerson(
                civilId: civilId, registrationNumber: number, givenName: givenName, surname: surname),
            endResult: endResult)
    }
}
