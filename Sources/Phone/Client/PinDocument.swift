import Crypto
import Wire

/// What `GET /v3/pins` returns (mobile-api §7): the keys in use and next, under the core key's signature.
public struct PinDocument: Sendable, Equatable {
    /// Unix seconds.
    public let issuedAt: UInt64
    public let pins: [Pins.Pin]
    /// 64 bytes, not verified yet.
    public let signature: [UInt8]

    init(_ fields: JSONFields) throws(FieldError) {
        issuedAt = try Self.instant(fields, "issuedAt")
        pins = try fields.array("pins", count: 1...64).mapTyped { (item) throws(FieldError) in
            let pin = try item.object()
            return Pins.Pin(
                kind: try pin.oneOf("kind", ["tls", "core"]), hash: try pin.base64("spkiSha256", bytes: 32),
                notAfter: try Self.instant(pin, "notAfter"), current: try pin.bool("current"))
        }
        signature = try fields.base64("signature", bytes: 64)
    }

    /// RFC 3339 with Z, as all times of the API; a number of Unix seconds is taken too.
    private static func instant(_ fields: JSONFields, _ name: String) throws(FieldError) -> UInt64 {
        if case .number? = fields.object[name] { return UInt64(try fields.integer(name, in: 0...(1 << 53))) }
        guard let seconds = Timestamp.parse(try fields.string(name)), seconds >= 0 else {
            throw fields.error(name, expected: "a time YYYY-MM-DDTHH:MM:SSZ")
        }
        return UInt64(seconds)
    }

    /// - Throws: `PINS_SIGNATURE`
    func verify(under key: CoreVerifyingKey) throws(CryptoError) {
        let digest = Pins.transcript(issuedAt: issuedAt, pins: pins).digest
        try key.verify(signature, digest: digest, code: "PINS_SIGNATURE")
    }
}
