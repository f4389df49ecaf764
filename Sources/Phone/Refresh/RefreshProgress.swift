import Crypto

/// The steps of a refresh, for whoever shows them.
public enum RefreshProgress: Sendable, Equatable {
    case trusted
    /// The new half is made and sealed beside the old one.
    case proved
    /// The server has checked F3.
    case verified
    case authorised
    /// A step of a run that was open before.
    case settling(ApprovalProgress)
    /// A step of the run of this scheme.
    case signing(SigningScheme, ApprovalProgress)
    /// The new epoch is the key's; the old half is gone.
    case committed
    case retrying(code: String)
}
