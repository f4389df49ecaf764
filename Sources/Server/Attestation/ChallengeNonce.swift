import Crypto
import Wire

/// Attestation nonces: random(16) ‖ expiry(8) ‖ HMAC-SHA256(nonce key, both)[0..16), base64url (mobile-api §2). Issuing
/// writes nothing; only spending does.
struct ChallengeNonce: Sendable {
    let key: SharedSecret
    static let lifetimeSeconds: Int64 = 120

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

    /// The nonce's expiry in Unix seconds when it is one of ours and still good.
    func expiry(of text: String, nowSeconds: Int64) -> Int64? {
        guard text.utf8.count <= 64, let bytes = Base64URL.decode(text), bytes.count == 40 else { return nil }
        let body = Array(bytes.prefix(24))
        guard ConstantTime.equal(Array(bytes.suffix(16)), code(body)) else { return nil }
        let expiry = body.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let seconds = Int64(exactly: expiry), nowSeconds < seconds else { return nil }
        return seconds
    }

    private func code(_ body: [UInt8]) -> [UInt8] {
        var transcript = Transcript("attestation-nonce")
        transcript.append(body)
        return Array(key.authenticate(transcript.preimage).prefix(16))
    }
}
