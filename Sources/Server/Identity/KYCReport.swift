import Storage

/// How a run of identity proofing stands.
public struct KYCReport: Sendable, Equatable {
    public let status: KYCVerification.Status
    /// The code with which it failed.
    public let failure: String?
    /// Who it is, once verified; with the Latin names that are proposed for the certificate.
    public let citizen: Citizen?
}
