/// What `claim` found.
public enum RefreshClaim: Sendable, Equatable {
    /// This process checks F3 now; nobody else will.
    case claimed(RefreshRecord)
    /// The same body is being checked by a living process.
    case inProgress
    /// The same body has passed.
    case repeated(RefreshRecord)
    /// Another body was taken first.
    case otherBody
    case expired
    /// Rejected, superseded or expired.
    case closed
    /// Not of this document.
    case unknown
}

/// How many refreshes of a document were opened, and how many F3 rejected, in the last 24 hours.
public struct RefreshLoad: Sendable, Equatable {
    public let opened: Int
    public let rejected: Int

    public init(opened: Int, rejected: Int) {
        self.opened = opened
        self.rejected = rejected
    }
}

/// How a proof of identity stands for a refresh of a document's slot.
public struct RefreshProof: Sendable, Equatable {
    public let status: KYCVerification.Status
    public let isOfCitizen: Bool
    public let isExpired: Bool
    /// The code with which it failed.
    public let failure: String?
    /// By an enrolment, or by a refresh of the same slot or of another document. One proof is good for one refresh of
    /// each slot of a document.
    public let isSpent: Bool

    init(_ row: inout RowReader) throws(StorageError) {
        status = try row.name(KYCVerification.Status.self)
        isOfCitizen = try row.bool()
        isExpired = try row.bool()
        failure = try row.optionalText()
        isSpent = try row.bool()
    }
}
