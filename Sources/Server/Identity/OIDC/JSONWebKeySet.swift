import Crypto
import Wire

/// A provider's public keys (RFC 7517). Keys that nobody here can use are left out; a set whose members are no keys is
/// refused.
struct JSONWebKeySet: Sendable, Equatable {
    struct Key: Sendable, Equatable {
        let id: String?
        /// `sig` or absent: for signatures.
        let use: String?
        /// What the set says that the key is for; absent: what its type allows.
        let algorithm: String?
        let key: TokenKey
    }

    let keys: [Key]

    /// - Throws: `keySetAnswer`
    init(_ body: [UInt8]) throws(OIDCFailure) {
        do {
            let limits = JSONLimits(depth: 8, elements: Limits.keySetElements)
            let fields = try JSONFields(try JSONParser.parse(body, limits: limits))
            var keys: [Key] = []
            for element in try fields.array("keys", count: 0...Limits.keySetKeys) {
                if let key = try Self.key(try element.object()) { keys.append(key) }
            }
            self.keys = keys
        } catch { throw .keySetAnswer }
    }

    /// Nil for another kind of key.
    private static func key(_ fields: JSONFields) throws -> Key? {
        // A key that is too weak, or on no curve, is one that nobody here can use.
        let usable: TokenKey?
        switch try fields.string("kty") {
        case "RSA":
            let n = try bytes(fields, "n"), e = try bytes(fields, "e")
            usable = try? TokenKey(modulus: n, exponent: e)
        case "EC":
            guard try fields.string("crv") == "P-256" else { return nil }
            let x = try bytes(fields, "x"), y = try bytes(fields, "y")
            guard x.count == 32, y.count == 32 else { throw OIDCFailure.keySetAnswer }
            usable = try? TokenKey(point: [4] + x + y)
        default: return nil
        }
        guard let usable else { return nil }
        return Key(
            id: try fields.optionalString("kid"), use: try fields.optionalString("use"),
            algorithm: try fields.optionalString("alg"), key: usable)
    }

    private static func bytes(_ fields: JSONFields, _ name: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(try fields.string(name)), bytes.count <= 1_024 else {
            throw OIDCFailure.keySetAnswer
        }
        return bytes
    }

    /// Whether a key of that name is in it; without a name, whether there is any.
    func holds(_ id: String?) -> Bool { id == nil ? !keys.isEmpty : keys.contains { $0.id == id } }

    /// The key for a token.
    /// - Throws: `idTokenKey`, `idTokenKeyUse`
    func key(_ id: String?, _ algorithm: TokenKey.Algorithm) throws(OIDCFailure) -> TokenKey {
        // Without a name the key must be the only one of its kind.
        let named = id == nil ? keys.filter { $0.key.algorithm == algorithm } : keys.filter { $0.id == id }
        // One name may stand for keys of different kinds.
        let fitting = named.filter {
            $0.key.algorithm == algorithm && $0.algorithm ?? algorithm.rawValue == algorithm.rawValue
                && $0.use ?? "sig" == "sig"
        }
        guard !named.isEmpty else { throw .idTokenKey }
        guard let key = fitting.first else { throw .idTokenKeyUse }
        guard fitting.count == 1 else { throw .idTokenKey }
        return key.key
    }
}
