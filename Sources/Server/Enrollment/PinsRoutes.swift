import Crypto
import Glibc
import Wire

/// `GET /pins`: the core keys in use and the key of TLS, signed by the current core key (mobile-api §7).
public struct PinsRoutes: Sendable {
    private let core: CoreKey
    private let tls: TLSCredentials?
    private let random = SystemRandom()
    /// Unix seconds until which the pin is promised.
    private static let validitySeconds: Int64 = 90 * 86_400

    /// - Parameter tls: nil when a proxy ends TLS, whose key is not known here
    public init(core: CoreKey, tls: TLSCredentials?) {
        self.core = core
        self.tls = tls
    }

    public var routes: [Route] {
        [Route("GET", "/pins") { _ throws(ServiceError) in .respond(try answer()) }]
    }

    private func answer() throws(ServiceError) -> HTTPResponse {
        let issuedAt = Int64(Glibc.time(nil))
        let pins = pins(issuedAt)
        let digest = Pins.transcript(issuedAt: UInt64(issuedAt), pins: pins).digest
        let signature = try checked { () throws(CryptoError) in try core.sign(digest, random: random) }
        return .json { w in
            w.member("issuedAt", Timestamp.format(unixSeconds: issuedAt))
            w.memberArray("pins") { w in
                for pin in pins {
                    w.object { w in
                        w.member("kind", pin.kind)
                        w.member("spkiSha256", base64: pin.hash)
                        w.member("notAfter", Timestamp.format(unixSeconds: Int64(clamping: pin.notAfter)))
                        w.member("current", pin.current)
                    }
                }
            }
            w.member("signature", base64: signature)
        }
    }

    private func pins(_ issuedAt: Int64) -> [Pins.Pin] {
        let core = Pins.Pin(
            kind: "core", hash: core.verifyingKey.pin, notAfter: UInt64(issuedAt + Self.validitySeconds), current: true)
        guard let identity = tls?.current.identity else { return [core] }
        // A certificate may be older than 1970 only by mistake; then its key is not promised.
        guard let notAfter = UInt64(exactly: identity.notAfter) else { return [core] }
        return [core, Pins.Pin(kind: "tls", hash: identity.spkiSHA256, notAfter: notAfter, current: true)]
    }
}
