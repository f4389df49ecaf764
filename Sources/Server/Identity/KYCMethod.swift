/// A way to prove who a citizen is, as the app lists it (mobile-api.md §3).
public enum KYCMethod: String, Sendable, CaseIterable {
    case dan
    case gsign
    case passport
    case identityCard = "id-card"

    /// Its names in Mongolian and in English.
    public var names: (mn: String, en: String) {
        switch self {
        case .dan: ("ДАН систем", "DAN")
        case .gsign: ("G-Sign тоон гарын үсэг", "G-Sign")
        case .passport: ("Гадаад паспорт", "Passport")
        case .identityCard: ("Иргэний үнэмлэх", "Identity card")
        }
    }
}
