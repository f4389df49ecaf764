/// An enrolment as an operator sees it.
public struct EnrolmentSummary: Sendable, Equatable {
    public let documentNumber: String
    public let state: Enrolment.State
    public let platform: String
    /// Unix milliseconds.
    public let createdAt: Int64
    /// The code of the check that rejected it, or `EXPIRED`; nil while it is open and where it was completed.
    public let reason: String?
    /// Whether it counts against its citizen now.
    public let isCounted: Bool

    init(_ row: inout RowReader) throws(StorageError) {
        documentNumber = try row.uuid()
        state = try row.name(Enrolment.State.self)
        platform = try row.text()
        createdAt = try row.time()
        reason = try row.optionalText()
        isCounted = try row.bool()
    }
}
