import Synchronization

/// Slows down an address that shows credentials which nobody has: secrets of relying parties, tokens of phones, ids of
/// attested keys. None of them can be guessed; what is spared is the look-up in the database.
///
/// A whole network may share an address. A credential that was good in this process before is therefore always looked
/// up: who has one is not shut out by a neighbour who has none.
final class CredentialGuard: Sendable {
    private let failures: RateLimiter
    private let known = Mutex(BoundedTable<[UInt8], Bool>(capacity: Limits.knownCredentials))

    /// - Parameter perMinute: wrong ones of one address
    init(perMinute: Int) {
        failures = RateLimiter(perMinute: perMinute)
    }

    /// To be asked before the look-up.
    ///
    /// - Parameter hash: of the credential; nil where there is none
    /// - Throws: RATE_LIMITED with the seconds to wait
    func require(_ hash: [UInt8]?, from address: IPAddress, now: MonotonicTime) throws(ServiceError) {
        guard let seconds = failures.seconds(before: address.customer.description, now: now) else { return }
        if let hash, known.withLock({ $0[hash] }) != nil { return }
        throw ServiceError(.rateLimited, retryAfterSeconds: seconds)
    }

    /// The credential was somebody's.
    func succeeded(_ hash: [UInt8]) {
        known.withLock { known in
            if known[hash] == nil { known.insert(true, for: hash) }
        }
    }

    /// Nobody has this credential: it counts against the address.
    func failed(from address: IPAddress, now: MonotonicTime) {
        _ = failures.admit(address.customer.description, now: now)
    }

    /// Addresses that are remembered.
    var count: Int { failures.count }

    /// Forgets addresses that have been quiet.
    func sweep(now: MonotonicTime) { failures.sweep(now: now) }
}
