import Storage

/// What an operator may decide about sessions.
public struct SessionSettings: Sendable, Equatable {
    /// Field 1 of the signed ACSP_V2 payload. Relying parties' validators have "smart-id" fixed.
    public var schemeName: String
    /// From opening to TIMEOUT, in milliseconds.
    public var lifetimeMilliseconds: Int64
    /// Running sessions of one citizen.
    public var openSessions: OpenSessionLimits

    /// What device links begin with: an https URL without query and fragment. Nothing has to be there; the app of the
    /// phone claims it.
    public var deviceLinkBase: String
    /// Whether links without a code are taken.
    public var acceptsLegacyLinks: Bool

    /// - Parameter openSessions: of one relying party for one citizen
    public init(
        schemeName: String = "smart-id", lifetimeMilliseconds: Int64 = Limits.sessionLifetimeMilliseconds,
        deviceLinkBase: String = "https://localhost/dl", acceptsLegacyLinks: Bool = false,
        openSessions: Int = Limits.openSessionsOfOneParty
    ) {
        self.deviceLinkBase = deviceLinkBase
        self.acceptsLegacyLinks = acceptsLegacyLinks
        self.schemeName = schemeName
        self.openSessions = OpenSessionLimits(
            ofOneParty: openSessions, inAll: openSessions * Limits.openSessionsParties)
        self.lifetimeMilliseconds = lifetimeMilliseconds
    }
}
