/// Who says something about an organisation: for the audit.
public struct OrganisationAct: Sendable, Equatable {
    public var relyingPartyId: String
    /// The citizen who acts.
    public var citizenId: String

    public init(relyingPartyId: String, citizenId: String) {
        self.relyingPartyId = relyingPartyId
        self.citizenId = citizenId
    }

    var detail: [String: String] { ["rp": relyingPartyId, "by": citizenId] }
}
