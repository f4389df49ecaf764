import Phone

/// What a phone remembers of one key, with tokens as numbers.
struct ModelPhone: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var session: Int
        var s1: Int
        /// Nil until S2 has come.
        var attempt: Int?
        /// Stored before it was first sent.
        var s3: ModelMessage?
        var hasC3 = false
    }

    /// T, newest first.
    var tokens: [Int]
    var run: Run?
    /// Whether an S3 that this phone made since it was copied has been accepted.
    var hasProved = false

    /// T ∪ {t'} by the real set; nil when that is full.
    func adding(_ token: Int) -> [Int]? {
        var set = RatchetSet(only: ModelTokens.bytes(tokens[tokens.count - 1]))
        for older in tokens.dropLast().reversed() {
            guard let grown = set.adding(ModelTokens.bytes(older)) else { return nil }
            set = grown
        }
        return set.adding(ModelTokens.bytes(token))?.tokens.map(ModelTokens.number)
    }
}
