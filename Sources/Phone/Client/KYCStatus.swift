import Wire

/// How an identity proofing stands.
public struct KYCStatus: Sendable, Equatable {
    public enum Progress: String, Sendable, CaseIterable {
        case pending = "PENDING"
        case verified = "VERIFIED"
        case failed = "FAILED"
        case expired = "EXPIRED"
    }

    public let progress: Progress
    /// The proposed transliteration, which the citizen may correct.
    public let latinName: LatinName?

    init(_ fields: JSONFields) throws(FieldError) {
        let text = try fields.oneOf("status", Progress.allCases.map(\.rawValue))
        progress = Progress(rawValue: text) ?? .failed
        latinName = try fields.optionalObject("latinName").map { (name) throws(FieldError) in try LatinName(name) }
    }
}
