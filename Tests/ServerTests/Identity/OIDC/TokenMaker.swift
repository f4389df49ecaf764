import Crypto
import Wire

@testable import Server

/// Makes ID tokens, right and wrong ones. By default a good one.
struct TokenMaker {
    static let issuer = "https://id.example.mn"
    static let client = "tamga"
    static let nonce = "n-0S6_WzA2Mj"
    static let access = "SlAV32hkKG"
    /// 2026-01-01T00:00:00Z.
    static let now: Int64 = 1_767_225_600

    private static let shared = Result { try P256SigningKey.generate(random: SystemRandom()) }

    let key: P256SigningKey
    var header: JSONValue = ["alg": "ES256", "kid": "one"]
    var claims: [String: JSONValue?] = [
        "iss": .string(issuer), "aud": .string(client), "sub": "bat", "nonce": .string(nonce),
        "exp": .number(JSONNumber(now + 300)), "iat": .number(JSONNumber(now)),
    ]
    /// Signs instead of the right key.
    var signer: P256SigningKey?
    /// Instead of a signature.
    var signature: [UInt8]?

    init() throws { key = try Self.shared.get() }

    var text: String {
        get throws {
            let members = claims.compactMap { name, value in value.map { (name, $0) } }
            var object = JSONObject()
            for (name, value) in members { object[name] = value }
            let input = Base64URL.encode(header.bytes) + "." + Base64URL.encode(JSONValue.object(object).bytes)
            let der = try (signer ?? key).sign(Array(input.utf8))
            return input + "." + Base64URL.encode(try signature ?? ECDSASignatureDER.decode(der))
        }
    }

    /// The provider's set of keys.
    func keySet(_ changes: [String: JSONValue] = [:]) -> JSONValue {
        var one: JSONObject = [
            "kty": "EC", "crv": "P-256", "kid": "one", "x": .string(Base64URL.encode(Array(key.publicKey[1..<33]))),
            "y": .string(Base64URL.encode(Array(key.publicKey[33...]))),
        ]
        for (name, value) in changes { one[name] = value }
        return ["keys": [.object(one)]]
    }
}
