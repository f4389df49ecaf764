import Wire

/// What `GET /v3/enrollment/parameters` returns (mobile-api §4), unchecked.
public struct EnrollmentParameters: Sendable, Equatable {
    /// A core signing key: its SubjectPublicKeyInfo and the SHA-256 of it.
    public struct CoreKey: Sendable, Equatable {
        public let spki: [UInt8]
        public let spkiSHA256: [UInt8]
        public let isCurrent: Bool
    }

    public let id: String
    public let suite: UInt64
    /// 32 bytes, as the server states it.
    public let parametersHash: [UInt8]
    public let modulus: [UInt8]
    public let s: [UInt8]
    public let t: [UInt8]
    /// Π_prm, TLV, about 65 KB.
    public let proof: [UInt8]
    public let coreKeys: [CoreKey]

    init(_ fields: JSONFields) throws(FieldError) {
        id = try fields.string("id", maxCharacters: 128)
        suite = UInt64(try fields.integer("suite", in: 1...255))
        parametersHash = try fields.base64("parametersHash", bytes: 32)
        modulus = try fields.base64("modulus", max: 512)
        s = try fields.base64("s", max: 512)
        t = try fields.base64("t", max: 512)
        proof = try fields.base64("proof", max: 262_144)
        coreKeys = try fields.array("coreKeys", count: 1...16).mapTyped { (item) throws(FieldError) in
            let key = try item.object()
            return CoreKey(
                spki: try key.base64("spki", bytes: 91), spkiSHA256: try key.base64("spkiSha256", bytes: 32),
                isCurrent: try key.bool("current"))
        }
    }
}
