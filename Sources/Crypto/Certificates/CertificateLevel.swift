/// How much a certificate promises, in rising order. The raw value is the wire's.
public enum CertificateLevel: String, Sendable, CaseIterable, Comparable {
    case advanced = "ADVANCED"
    case qualified = "QUALIFIED"
    /// Qualified, and the key rests in a qualified signature-creation device.
    case qscd = "QSCD"

    private var rank: Int {
        switch self {
        case .advanced: 0
        case .qualified: 1
        case .qscd: 2
        }
    }

    /// Whether a certificate of a stored level promises at least this much.
    /// - Parameter level: the wire's name; any other one promises nothing
    public func isMet(by level: String) -> Bool { CertificateLevel(rawValue: level).map { $0 >= self } ?? false }

    public static func < (a: CertificateLevel, b: CertificateLevel) -> Bool { a.rank < b.rank }
}
