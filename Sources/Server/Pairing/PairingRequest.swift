import Crypto
import Wire

/// `POST /pairing/claim`.
struct PairingRequest: Sendable, Equatable {
    let code: String
    let publicKey: Point
    /// DER
    let signature: [UInt8]
    /// What the phone calls itself; nil when it says nothing.
    let name: String?

    init(_ body: JSONFields) throws(FieldError) {
        code = try body.string("code", maxCharacters: 6)
        guard PairingURL.isCode(code) else { throw body.error("code", expected: "six digits") }
        let spki = try body.base64("devicePublicKey", bytes: SPKI.p256Prefix.count + Point.byteCount)
        guard spki.starts(with: SPKI.p256Prefix),
            let point = try? Point(encoding: Array(spki.dropFirst(SPKI.p256Prefix.count)))
        else {
            throw body.error(
                "devicePublicKey", expected: "SubjectPublicKeyInfo of a P-256 key with an uncompressed point")
        }
        publicKey = point
        signature = try body.base64("signature", max: 80)
        name = try body.optionalString("name", maxCharacters: Limits.pairedNameCharacters)
        if let name, !DisplayText.isValid(name) { throw body.error("name", expected: DisplayText.rule) }
    }
}
