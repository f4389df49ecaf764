import Crypto
import Wire

/// An ID token taken apart: a compact JWS (RFC 7515 §7.1) whose payload is an object. Nothing is verified yet.
struct IDToken {
    let algorithm: TokenKey.Algorithm
    let keyID: String?
    let signingInput: [UInt8]
    let signature: [UInt8]
    let claims: JSONValue

    /// - Throws: `idTokenMalformed`, `idTokenAlgorithm`, `idTokenCritical`
    init(_ text: String) throws(OIDCFailure) {
        guard text.utf8.count <= Limits.idTokenBytes else { throw .idTokenMalformed }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .idTokenMalformed }
        guard let algorithm = header["alg"]?.string.flatMap(TokenKey.Algorithm.init(rawValue:)) else {
            throw .idTokenAlgorithm
        }
        guard header["crit"] == nil else { throw .idTokenCritical }
        switch header["kid"] {
        case nil: keyID = nil
        case .string(let id): keyID = id
        default: throw .idTokenMalformed
        }
        self.algorithm = algorithm
        self.signature = signature
        self.claims = claims
        signingInput = Array("\(parts[0]).\(parts[1])".utf8)
    }

    private static func object(_ part: String) -> JSONValue? {
        guard let bytes = Base64URL.decode(part),
            let value = try? JSONParser.parse(bytes, limits: JSONLimits(depth: 12, elements: 10_000)),
            value.object != nil
        else { return nil }
        return value
    }
}
