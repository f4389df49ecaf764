extension Limits {
    // MARK: Polls, in milliseconds (rp-api.md §4)

    /// Shorter polls are lengthened to this: they would only cost round trips. 0 still answers at once.
    public static let pollMinimumMilliseconds = 1_000
    /// Longer polls are cut to this.
    public static let pollMaximumMilliseconds = 120_000
    /// A relying party's poll that says nothing: half-way, as Smart-ID has it.
    public static let pollDefaultMilliseconds = 60_500

    // MARK: Sessions

    /// Clients give up after 150 s, so TIMEOUT must reach them before that.
    public static let sessionLifetimeMilliseconds: Int64 = 120_000
    /// Lines of history in one answer.
    public static let activityPage = 100
    /// Nobody pages further back by hand.
    public static let activityOffset = 10_000
    /// Base64-decoded interactions: three texts of at most 460 characters, all of them escaped, are below 6 KiB.
    public static let interactionsBytes = 8 * 1_024
    /// A device link as a phone sends it: base, token and code are below 400 characters.
    public static let linkCharacters = 1_024
    /// A device token in its header; ours have 43 characters.
    public static let deviceTokenBytes = 256

    /// Hashes that a phone may ask about in a minute: twice what a full candidate list needs.
    public static let ratchetQueriesPerMinute = 32

    // MARK: Open sessions

    /// Running sessions of one relying party for one citizen: a few tabs and a signature or two. More is a mistake or
    /// an attempt to have a request approved by weariness.
    public static let openSessionsOfOneParty = 5
    /// Running sessions of one citizen, in parties at their limit: `pending` shows twenty.
    public static let openSessionsParties = 4
    /// What a relying party that is above it is told to wait: by then something has ended.
    public static let openSessionsRetrySeconds = 10
    /// Sessions a minute of one relying party for one citizen; each makes a phone ring.
    public static let promptsPerMinute = 10
    /// Parties at that limit for which a phone rings; more of them together wait.
    public static let promptsParties = 4
    /// Sessions a minute of one relying party: a hundred a second, more than a country's log-ins at their peak.
    public static let sessionsPerMinute = 6_000

    // MARK: Sweeps

    /// What a sweep in the background may wait for the database.
    public static let sweepMilliseconds = 5_000
    /// Batches of 200 expired sessions in one sweep: 10,000 a second.
    public static let expiryBatches = 50
    /// Sessions asked about in one safety query; also the store's own bound.
    public static let safetyBatch = 10_000
    /// Parked polls of phones that one sweep wakes after a lost notification connection: half of the worker queue, so
    /// that requests still find room.
    public static let documentsWokenPerSweep = 256
}
