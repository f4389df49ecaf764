/// What both parties know of one key's refresh after F2 (threshold-ecdsa A.6): ssid_kg' of a key generation whose
/// enrolment id is the refresh's, for a key that exists, and the epoch that it is to reach.
public struct RefreshContext: Sendable, Equatable {
    /// Its `enrolmentId` is the refresh's id, its `keyId` the key's own.
    public let generation: KeyGenerationContext
    /// The new epoch, one above the key's.
    public let epoch: UInt64

    public init(generation: KeyGenerationContext, epoch: UInt64) {
        self.generation = generation
        self.epoch = epoch
    }

    /// The commitment of F1: H("commit", "refresh", "P1", keyId, epoch, suite, nonceP1, d1, opening). The first member
    /// keeps it apart from the commitments of key generation ("kg") and of signing (32 bytes).
    /// - Parameters:
    ///   - epoch: the new one
    ///   - factor: d1, 32 bytes
    public static func commitment(
        keyId: String, epoch: UInt64, suite: UInt64, nonceP1: [UInt8], factor: [UInt8], opening: [UInt8]
    ) -> Transcript {
        var transcript = Transcript("commit")
        transcript.append(text: "refresh")
        transcript.append(text: Role.phone.rawValue)
        transcript.append(text: keyId)
        transcript.append(epoch)
        transcript.append(suite)
        transcript.append(nonceP1)
        transcript.append(factor)
        transcript.append(opening)
        return transcript
    }

    /// What the core key signs in F2.
    /// - Parameters:
    ///   - factor: d2, 32 bytes
    ///   - expiresAt: Unix seconds
    public func f2Transcript(factor: [UInt8], expiresAt: UInt64) -> Transcript {
        var transcript = Transcript("F2")
        transcript.append(generation.ssid)
        transcript.append(epoch)
        transcript.append(factor)
        transcript.append(generation.parametersHash)
        transcript.append(expiresAt)
        return transcript
    }

    /// What the AUTH key of the old epoch signs under the scheme REFRESH.
    /// - Parameter k3: the TLV of K3', `F3.k3(_:commitment:)`
    public func authorisationTranscript(k3: [UInt8]) -> Transcript {
        var transcript = possessionHead("refresh")
        transcript.append(SHA256.hash(k3))
        return transcript
    }

    /// What the key of the new epoch signs under the scheme POSSESSION.
    public var possessionTranscript: Transcript { possessionHead("possession") }

    private func possessionHead(_ domain: String) -> Transcript {
        var transcript = Transcript(domain)
        transcript.append(text: generation.slot.rawValue)
        transcript.append(text: generation.keyId)
        transcript.append(epoch)
        transcript.append(generation.ssid)
        return transcript
    }

    /// delta = d1·d2, by which x1 is multiplied and x2 divided. Whoever is honest has drawn his factor without knowing
    /// the other's, so that delta is uniform.
    /// - Throws: `REFRESH_DELTA` when delta = 1: the shares would stay as they are. With delta ≠ 1 follows Q1' ≠ Q1.
    static func delta(_ d1: borrowing Scalar, _ d2: borrowing Scalar) throws(CryptoError) -> Scalar {
        let delta = d1 * d2
        guard holds("REFRESH_DELTA", delta.bytes != Self.one) else { throw CryptoError("REFRESH_DELTA", "delta = 1") }
        return delta
    }

    private static let one = [UInt8](repeating: 0, count: 31) + [1]
}
