extension Limits {
    // MARK: Identity proofing (mobile-api.md §3)

    /// A run, from its start to the end of the enrolment that spends it; as long as an enrolment may take.
    public static let identityLifetimeMilliseconds: Int64 = 600_000
    /// What all calls to a provider may take together when the browser comes back: less than a request.
    public static let identityProviderMilliseconds = 8_000
    /// To record how it ended, when that is all that is left to do.
    public static let identityRecordMilliseconds = 2_000
    /// Proofs of identity, and enrolments, a minute from one address: an office or a mobile operator's gateway has many
    /// citizens behind one, but each enrols once.
    public static let enrolmentsPerMinute = 60
    /// Proofs of identity a minute for one registration number: a citizen who starts again, not one who is worn down
    /// by his identity provider's messages.
    public static let identityRunsPerMinute = 10
    /// Nonces of attestation a minute for one address: each phone asks once and has the next one from its answers.
    public static let challengesPerMinute = 120
    /// Open enrolments on one proof of identity: an app that is killed twice begins a third time. Each keeps a share.
    public static let openEnrolmentsOfProof = 3
    /// Open enrolments of one citizen: two phones at once, each with a second try.
    public static let openEnrolments = 6
    /// What a phone above them is told to wait; an enrolment is open for ten minutes.
    public static let openEnrolmentsRetrySeconds = 60
    /// Characters of one Latin name, as in the certificate (RFC 5280 appendix A).
    public static let latinNameCharacters = 64
}
