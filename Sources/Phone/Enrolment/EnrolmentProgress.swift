/// Where an enrolment stands, with the milliseconds that the step took; for a progress bar or a demo.
public enum EnrolmentProgress: Sendable, Equatable {
    /// Parameters and pins are checked.
    case trusted(milliseconds: Int64)
    /// The Paillier keys are there.
    case keysGenerated(milliseconds: Int64)
    /// K2 is accepted.
    case initiated(milliseconds: Int64)
    /// K3 is made and stored.
    case proved(milliseconds: Int64)
    /// The answer to K3 was lost or not ready; the same bytes go again.
    case retrying(code: String)
    /// K4 is accepted: the phone has its certificates.
    case completed(milliseconds: Int64)
}
