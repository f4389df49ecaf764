import Crypto
import Wire

extension Limits {
    // MARK: Attestation (mobile-api.md §2)

    /// Header fields of a request to the API: an attestation of 16 KiB as Base64, and 2 KiB for everything else. It is
    /// the limit of every route, because whoever means harm chooses the route: at worst each of 20,000 connections
    /// holds that much for the ten seconds that a head may take, 480 MiB.
    public static let attestedHeaderBytes = 24 * 1_024
    /// Keys of which a process remembers what never changes: some 200 bytes each.
    public static let attestedKeysCached = 10_000
    /// Proofs for another attested key a minute by one attested key: each costs two multiplications of points.
    public static let reattestationsPerMinute = 5
    /// Attested keys that a document may get in 24 hours, the first one included: each leaves a row for ever, and every
    /// key counts its own tries.
    public static let reattestationsPerDay = 10
    /// What a phone above that is told to wait.
    public static let reattestationsRetrySeconds = 3_600

    // MARK: Google's revocation list

    /// It has some thousand entries of about a hundred bytes.
    public static let androidRevocationBytes = 8 << 20
    /// Values in it: an entry has up to five.
    public static let androidRevocationElements = 500_000
    /// What a phone is told that cannot be judged, because the list is too old: an operator has to act.
    public static let androidRevocationRetrySeconds = 600
    /// Between two looks at the file.
    public static let androidRevocationCheckMilliseconds = 30_000
}
