/// One run of identity proofing.
public struct KYCVerification: Sendable, Equatable {
    /// EXPIRED is not stored: it is a PENDING run whose time has passed by the database's clock.
    public enum Status: String, Sendable {
        case pending = "PENDING"
        case verified = "VERIFIED"
        case failed = "FAILED"
        case expired = "EXPIRED"
    }

    /// The hash of what the phone holds.
    public let reference: String
    public let provider: String
    public let registrationNumber: String
    public let citizenId: String?
    public let status: Status
    /// What the provider's adapter asked to keep until its callback, sealed by the caller.
    public let providerContext: [UInt8]?
    /// Unix milliseconds.
    public let expiresAt: Int64
    /// True when an enrolment has used it.
    public let isSpent: Bool
    /// The code with which it failed.
    public let failure: String?

    init(_ row: inout RowReader) throws(StorageError) {
        reference = try row.text()
        provider = try row.text()
        registrationNumber = try row.text()
        citizenId = try row.optionalUUID()
        status = try row.name(Status.self)
        providerContext = try row.optionalBytes()
        expiresAt = try row.time()
        isSpent = try row.bool()
        failure = try row.optionalText()
    }
}
