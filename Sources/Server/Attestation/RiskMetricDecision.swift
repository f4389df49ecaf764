import Crypto
import Wire

/// What Apple's answer to an exchange means for the stored receipt.
enum RiskMetricDecision: Sendable, Equatable {
    /// Store this one in the place of the old one.
    case replace(AppAttestReceipt)
    /// Keep the old one and ask again at that time, Unix seconds.
    case askAgain(at: Int64)
    /// Never ask with this receipt again: it is of the other environment, or Apple cannot read it.
    case receiptRefused
    /// Apple has forgotten the key (after some 30 days): only a new attestation brings a metric.
    case forgotten
    /// Stop asking with any receipt: the token is refused, and somebody has to look at the key.
    case credentialsRefused
    /// What came is no receipt of this key, or not signed by Apple: keep the old one, and tell somebody.
    case answerRefused(AttestationError)
}

extension RiskMetricExchange {
    /// Seconds until the next try when the answer names none: after 429 and 5xx, when there is no answer, and where the
    /// time that a receipt names has passed.
    static let pause: Int64 = 3600
    /// Seconds until the next try after 304 for a receipt that names no time: receipts renew daily.
    static let day: Int64 = 86_400

    /// The decision about an answer.
    /// - Parameters:
    ///   - status: of HTTP; `nil` when there was no answer
    ///   - body: of an answer with 200, a receipt in Base64
    ///   - retryAfter: seconds, as the answer names them
    ///   - stored: the receipt that was sent
    ///   - publicKey: of the attested key, uncompressed point, 65 bytes
    ///   - now: Unix seconds
    func decision(
        status: Int?, body: [UInt8], retryAfter: Int64?, stored: AppAttestReceipt, publicKey: [UInt8], now: Int64
    ) -> RiskMetricDecision {
        switch status {
        case 200: return replacement(body, stored: stored, publicKey: publicKey, now: now)
        case 304:
            // A time that has passed is no answer: the clocks differ, or Apple has its reasons.
            let named = stored.notBefore.map(Self.ceilingSeconds)
            return .askAgain(at: named.map { $0 > now ? $0 : now + Self.pause } ?? now + Self.day)
        case 400: return .receiptRefused
        case 401: return .credentialsRefused
        case 404: return .forgotten
        default: return .askAgain(at: now + min(max(retryAfter ?? Self.pause, 1), Self.day))
        }
    }

    private func replacement(
        _ body: [UInt8], stored: AppAttestReceipt, publicKey: [UInt8], now: Int64
    ) -> RiskMetricDecision {
        // Four digits of Base64 for three bytes, and a line end that a server may add.
        guard body.count <= AppAttestReceiptVerifier.maximumByteCount / 3 * 4 + 8 else {
            return .answerRefused(.receiptSize)
        }
        let text = String(decoding: body, as: UTF8.self)
        let digits = text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
        guard text.filter({ !$0.isWhitespace }).count == digits.count, let receipt = Base64.decode(String(digits))
        else {
            return .answerRefused(.receiptEncoding)
        }
        do {
            return .replace(
                try verifier.verifyExchanged(receipt, appID: stored.appID, publicKey: publicKey, now: now))
        } catch {
            return .answerRefused(error)
        }
    }
}
