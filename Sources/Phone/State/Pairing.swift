import Wire

/// What a phone knows of an installation that it has paired with.
public struct Pairing: Sendable, Equatable {
    /// `https://host[:port]`, as it was scanned.
    public let baseURL: String
    /// The installation's id.
    public let serviceId: String
    /// What the installation calls this phone.
    public let deviceId: String
    /// The bearer of X-Pairing-Token.
    public let token: String
    /// SHA-256 of the certificate that was scanned and met, 32 bytes.
    public let fingerprint: [UInt8]
    /// SHA-256 of that certificate's SubjectPublicKeyInfo, 32 bytes: what later connections must show, so that a
    /// renewed certificate of the same key needs no scan.
    public let keyPin: [UInt8]

    public init(
        baseURL: String, serviceId: String, deviceId: String, token: String, fingerprint: [UInt8], keyPin: [UInt8]
    ) {
        self.baseURL = baseURL
        self.serviceId = serviceId
        self.deviceId = deviceId
        self.token = token
        self.fingerprint = fingerprint
        self.keyPin = keyPin
    }

    /// Whether an address is of the server that was paired: same host, same port.
    public func covers(_ url: String) -> Bool {
        guard let mine = try? HTTPBaseURL(baseURL), let other = try? HTTPBaseURL(url), other.isSecure else {
            return false
        }
        return mine.host.lowercased() == other.host.lowercased() && mine.port == other.port
    }

    init(_ fields: JSONFields) throws(FieldError) {
        baseURL = try fields.string("baseURL", maxCharacters: 2_048)
        serviceId = try fields.uuid("serviceId")
        deviceId = try fields.uuid("deviceId")
        token = try fields.string("token", characters: 1...256)
        fingerprint = try fields.base64("fingerprint", bytes: 32)
        keyPin = try fields.base64("keyPin", bytes: 32)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("baseURL", baseURL)
            writer.member("serviceId", serviceId)
            writer.member("deviceId", deviceId)
            writer.member("token", token)
            writer.member("fingerprint", base64: fingerprint)
            writer.member("keyPin", base64: keyPin)
        }
    }
}
