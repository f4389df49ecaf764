import Crypto
import Wire

/// Exchanges a receipt with Apple for a newer one that carries a risk metric (Apple, *Assessing Fraud Risk*): what to
/// ask, and what to do about the answer. The call itself is somebody else's; nothing here waits.
///
/// The metric is a signal for people, not a reason to refuse a phone: many attested keys also come from a developer's
/// table or a shop.
struct RiskMetricExchange: Sendable {
    /// What goes out, as one POST over TLS.
    struct Request: Sendable, Equatable {
        /// With the scheme, without a slash at its end.
        let service: String
        let path: String
        /// The value of `Authorization`: the bare token.
        let authorization: String
        /// The receipt in Base64.
        let body: [UInt8]

        var url: String { service + path }
    }

    let key: DeviceCheckKey
    let verifier: AppAttestReceiptVerifier
    /// Whom to ask instead of Apple; nil: the server of the key's environment.
    var service: OutgoingURL?

    /// The request for a receipt.
    /// - Parameter now: Unix seconds
    func request(
        for receipt: AppAttestReceipt, environment: AppAttestEnvironment, now: Int64
    ) throws(CryptoError) -> Request {
        let host = environment == .production ? "data" : "data-development"
        return Request(
            service: service?.text ?? "https://\(host).appattest.apple.com", path: "/v1/attestationData",
            authorization: try key.token(now: now),
            body: Array(Base64.encode(receipt.encoding).utf8))
    }

    /// Whether Apple would answer with a newer receipt: not before the time that the stored one names, not after its
    /// end.
    /// - Parameter now: Unix seconds
    static func isDue(_ receipt: AppAttestReceipt, now: Int64) -> Bool {
        now >= ceilingSeconds(receipt.notBefore ?? .min) && now < receipt.expiresAt / 1000
    }

    /// Milliseconds as the first whole second that is not earlier.
    static func ceilingSeconds(_ milliseconds: Int64) -> Int64 {
        milliseconds / 1000 + (milliseconds % 1000 > 0 ? 1 : 0)
    }
}
