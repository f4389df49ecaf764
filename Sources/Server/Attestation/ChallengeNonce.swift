import Crypto
import Storage
import Wire

/// Attestation nonces: random(16) ‖ expiry(8) ‖ HMAC-SHA256(nonce key, era, both)[0..16), base64url (mobile-api §2).
/// Issuing writes nothing; only spending does.
///
/// The era is in the code: a database that has gone back may have forgotten which nonces were spent, and after
/// `tamga restore acknowledge` none of those is one of ours any more.
struct ChallengeNonce: Sendable {
    let key: SharedSecret
    /// Of the database, when this process started.
    let era: Int64
    static let lifetimeSeconds: Int64 = 120

    /// What a nonce that a request brings is worth.
    enum Finding: Sendable {
        case good(NonceSpending)
        case expired
        /// Not one of ours, or of a former era.
        case foreign
    }

    /// - Parameter nowSeconds: Unix seconds
    func issue(nowSeconds: Int64, random: some RandomSource) -> String {
        var body = [UInt8](repeating: 0, count: 16)
        body.withUnsafeMutableBytes { random.fill($0) }
        let expiry = UInt64(clamping: nowSeconds + Self.lifetimeSeconds)
        for shift in stride(from: 56, through: 0, by: -8) {
            body.append(UInt8(truncatingIfNeeded: expiry >> UInt64(shift)))
        }
        return Base64URL.encode(body + code(body))
    }

    /// Whether a nonce is one of ours and still good. Writes nothing and asks nobody.
    func examine(_ text: String, nowSeconds: Int64) -> Finding {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text), bytes.count == 40 else { return .foreign }
        let body = Array(bytes.prefix(24))
        guard holds("ATTESTATION_NONCE/code", ConstantTime.equal(Array(bytes.suffix(16)), code(body))) else {
            return .foreign
        }
        let expiry = body.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let seconds = Int64(exactly: expiry), seconds < Int64.max / 1_000 else { return .foreign }
        guard holds("ATTESTATION_NONCE/expiry", nowSeconds < seconds) else { return .expired }
        return .good(NonceSpending(nonce: text, expiresAt: seconds * 1_000))
    }

    private func code(_ body: [UInt8]) -> [UInt8] {
        var transcript = Transcript("attestation-nonce")
        transcript.append(UInt64(clamping: era))
        transcript.append(body)
        return Array(key.authenticate(transcript.preimage).prefix(16))
    }
}
