/// S3 as the model sees it: which attempt, which ratchet tokens, and the first check of it that would fail.
struct ModelMessage: Hashable, Sendable {
    var attempt: Int
    /// Tokens, newest first.
    var candidates: [Int]
    /// The token whose hash is named as the next one.
    var next: Int
    /// The code of the check before the ratchet that fails; nil when R1, k1 and x1 are proved.
    var failing: String?
    /// The phone that made it; nil when it was made before that was copied. Not part of the bytes.
    var maker: Int?

    /// A number that messages of equal bytes share.
    var bytes: Int {
        candidates.reduce(attempt &* 1_000_003 &+ next) { $0 &* 1_009 &+ $1 } &* 31 &+ (failing?.utf8.count ?? 0)
    }
}

/// What an S3 was answered with.
enum ModelAnswer: Hashable, Sendable {
    case c3
    case refused(String)
    /// The request was consumed and its computation goes on; nothing has been said yet.
    case pending
}
