import Crypto
import Glibc
import Wire

/// `GET /pins`: the core keys in use, signed by the current one (mobile-api §7).
public struct PinsRoutes: Sendable {
    private let core: CoreKey
    private let random = SystemRandom()
    /// Unix seconds until which the pin is promised.
    private static let validitySeconds: Int64 = 90 * 86_400

    public init(core: CoreKey) { self.core = core }

    public var routes: [Route] {
        [Route("GET", "/pins") { _ throws(ServiceError) in .respond(try answer()) }]
    }

    private func answer() throws(ServiceError) -> HTTPResponse {
        let issuedAt = Int64(Glibc.time(nil))
        let notAfter = issuedAt + Self.validitySeconds
        let pin = core.verifyingKey.pin
        let digest = Pins.transcript(
            issuedAt: UInt64(issuedAt),
            pins: [.init(kind: "core", hash: pin, notAfter: UInt64(notAfter), current: true)]
        ).digest
        let signature = try checked { () throws(CryptoError) in try core.sign(digest, random: random) }
        return .json { w in
            w.member("issuedAt", Timestamp.format(unixSeconds: issuedAt))
            w.memberArray("pins") { w in
                w.object { w in
                    w.member("kind", "core")
                    w.member("spkiSha256", base64: pin)
                    w.member("notAfter", Timestamp.format(unixSeconds: notAfter))
                    w.member("current", true)
                }
            }
            w.member("signature", base64: signature)
        }
    }
}
