import Storage

/// Every rate limit of the service by its name. Each process counts for itself, so that n replicas admit up to n times
/// as much; what must not be exceeded at all is counted in the database (`OpenSessionLimits`, `EnrolmentLoad`).
struct RateLimits: Sendable {
    /// Sessions of one relying party.
    let sessionsByParty: RateLimiter
    /// Sessions of one relying party for one citizen: each makes his phone ring. Counted for each party apart, so that
    /// none can use up the room of another.
    let promptsByCitizen: RateLimiter
    /// What rings on one phone, whoever asks: many parties together must not wear its owner out.
    let promptsByDocument: RateLimiter
    /// Proofs of identity begun from one address.
    let identityByAddress: RateLimiter
    /// Proofs of identity begun for one registration number from one address.
    let identityByNumber: RateLimiter
    /// Enrolments opened from one address.
    let enrolmentByAddress: RateLimiter
    /// Nonces of attestation for one address.
    let challengeByAddress: RateLimiter
    /// Attestations of fresh keys from one address: each costs two chains of certificates.
    let attestationByAddress: RateLimiter
    /// Ids of attested keys that nobody has from one address: each costs a read.
    let unknownKeysByAddress: CredentialGuard
    /// Proofs for another key of a document, by the attested key that signs them and not by document: nobody uses up
    /// the citizen's own tries.
    let reattestationsByKey: RateLimiter
    /// Questions of one phone about its ratchet: it asks about sixteen hashes at most, and then has one.
    let ratchetQueriesByDocument: RateLimiter
    /// Tries of pairing codes from one address.
    let pairingByAddress: RateLimiter
    /// Wrong tokens of paired phones from one address.
    let wrongPairingsByAddress: CredentialGuard
    /// Wrong secrets of relying parties from one address.
    let wrongSecretsByAddress: CredentialGuard
    /// Wrong tokens of phones from one address.
    let wrongTokensByAddress: CredentialGuard

    init(
        sessionsPerMinute: Int = Limits.sessionsPerMinute, promptsPerMinute: Int = Limits.promptsPerMinute,
        enrolmentsPerMinute: Int = Limits.enrolmentsPerMinute,
        wrongCredentialsPerMinute: Int = Limits.wrongCredentialsPerMinute
    ) {
        sessionsByParty = RateLimiter(perMinute: sessionsPerMinute)
        promptsByCitizen = RateLimiter(perMinute: promptsPerMinute)
        promptsByDocument = RateLimiter(perMinute: promptsPerMinute * Limits.promptsParties)
        identityByAddress = RateLimiter(perMinute: enrolmentsPerMinute)
        identityByNumber = RateLimiter(perMinute: Limits.identityRunsPerMinute)
        enrolmentByAddress = RateLimiter(perMinute: enrolmentsPerMinute)
        challengeByAddress = RateLimiter(perMinute: max(Limits.challengesPerMinute, enrolmentsPerMinute))
        attestationByAddress = RateLimiter(perMinute: enrolmentsPerMinute)
        unknownKeysByAddress = CredentialGuard(perMinute: wrongCredentialsPerMinute)
        reattestationsByKey = RateLimiter(perMinute: Limits.reattestationsPerMinute)
        ratchetQueriesByDocument = RateLimiter(perMinute: Limits.ratchetQueriesPerMinute)
        pairingByAddress = RateLimiter(perMinute: Limits.pairingTriesPerMinute)
        wrongPairingsByAddress = CredentialGuard(perMinute: wrongCredentialsPerMinute)
        wrongSecretsByAddress = CredentialGuard(perMinute: wrongCredentialsPerMinute)
        wrongTokensByAddress = CredentialGuard(perMinute: wrongCredentialsPerMinute)
    }

    init(_ configuration: ServerConfiguration) {
        self.init(
            sessionsPerMinute: configuration.sessionsPerMinute, promptsPerMinute: configuration.promptsPerMinute,
            enrolmentsPerMinute: configuration.enrolmentsPerMinute)
    }

    /// A question that rings on phones.
    ///
    /// - Parameter documents: those of the citizen on which it does
    /// - Throws: RATE_LIMITED when the party has asked this citizen too often, or one of the phones rings too often
    func requirePrompt(
        by party: RelyingParty, for citizenId: String, on documents: [String]
    ) throws(ServiceError) {
        let now = MonotonicTime.now()
        try promptsByCitizen.require(party.id + " " + citizenId, now: now)
        for document in documents { try promptsByDocument.require(document, now: now) }
    }

    /// Forgets names that have been quiet.
    func sweep(now: MonotonicTime) {
        for limiter in [
            sessionsByParty, promptsByCitizen, promptsByDocument, identityByAddress, identityByNumber,
            enrolmentByAddress, challengeByAddress, attestationByAddress, reattestationsByKey,
            ratchetQueriesByDocument, pairingByAddress,
        ] { limiter.sweep(now: now) }
        unknownKeysByAddress.sweep(now: now)
        wrongPairingsByAddress.sweep(now: now)
        wrongSecretsByAddress.sweep(now: now)
        wrongTokensByAddress.sweep(now: now)
    }
}

extension RateLimiter {
    /// Counts one event.
    /// - Throws: RATE_LIMITED with the seconds to wait.
    func require(_ name: String, now: MonotonicTime, perMinute: Int? = nil) throws(ServiceError) {
        if let seconds = admit(name, now: now, perMinute: perMinute) {
            throw ServiceError(.rateLimited, retryAfterSeconds: seconds)
        }
    }

    /// The same for the address that asks; an IPv6 client is its /64.
    func require(_ context: RequestContext) throws(ServiceError) {
        try require(context.client.customer.description, now: context.now)
    }
}
