/// Clone detection (threshold-ecdsa A.6): the phone proves at each S3 that it holds a token whose hash the server
/// keeps, and names the next hash. A copy falls behind at the first use of either.
public struct Ratchet: Sendable, Equatable {
    /// h, 32 bytes.
    public let current: [UInt8]
    /// Earlier values of h, newest first.
    public let history: [[UInt8]]
    /// After an acknowledged restore h is older than what the phone holds: any candidates are taken, once.
    private let isReseeded: Bool

    public static let historyLimit = 256
    public static let candidateLimit = 15

    public init(current: [UInt8], history: [[UInt8]]) {
        self.init(current: current, history: history, isReseeded: false)
    }

    private init(current: [UInt8], history: [[UInt8]], isReseeded: Bool) {
        self.current = current
        self.history = history
        self.isReseeded = isReseeded
    }

    /// The ratchet of a key that a restore has put back. The caller makes sure that it is used for one S3 only.
    public static func reseeded(current: [UInt8], history: [[UInt8]]) -> Ratchet {
        Ratchet(current: current, history: history, isReseeded: true)
    }

    /// ratchetNext = H("ratchet", keyId, t).
    /// - Parameter token: t, 32 bytes
    public static func hash(token: [UInt8], keyId: String) -> [UInt8] {
        transcript(token: token, keyId: keyId).digest
    }

    public static func transcript(token: [UInt8], keyId: String) -> Transcript {
        var transcript = Transcript("ratchet")
        transcript.append(text: keyId)
        transcript.append(token)
        return transcript
    }

    /// The state after an S3 whose proofs have all passed.
    /// - Parameters:
    ///   - candidates: 1 to 15 tokens of 32 bytes, newest first
    ///   - next: 32 bytes
    /// - Throws: `RATCHET_ENCODING`; `RATCHET_CLONE` when no candidate is current but one was valid before, or when the
    ///   next hash is one that was used: a copy that knows x1 exists; `RATCHET_UNKNOWN` when no candidate ever was
    ///   valid.
    public func advanced(candidates: [[UInt8]], next: [UInt8], keyId: String) throws(CryptoError) -> Ratchet {
        guard holds("RATCHET_ENCODING/count", (1...Self.candidateLimit).contains(candidates.count)),
            holds("RATCHET_ENCODING/widths", candidates.allSatisfy({ $0.count == 32 })),
            holds("RATCHET_ENCODING/next", next.count == 32)
        else { throw CryptoError("RATCHET_ENCODING", "1 to 15 tokens of 32 bytes and a hash of 32") }
        let hashes = candidates.map { Self.hash(token: $0, keyId: keyId) }
        if holds("RATCHET_UNKNOWN", isReseeded || hashes.contains(current)) {
            // An honest phone draws 32 fresh bytes for each S3. Whoever names a hash of the past would leave the
            // ratchet where the original expects it, and sign beside it unseen.
            guard holds("RATCHET_CLONE/next", next != current && !history.contains(next)) else {
                throw CryptoError("RATCHET_CLONE")
            }
            return Ratchet(current: next, history: Array(([current] + history).prefix(Self.historyLimit)))
        }
        guard holds("RATCHET_CLONE", !hashes.contains(where: history.contains)) else {
            throw CryptoError("RATCHET_CLONE")
        }
        throw CryptoError("RATCHET_UNKNOWN")
    }
}
