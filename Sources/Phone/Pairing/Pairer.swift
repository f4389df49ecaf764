import Crypto
import Wire

/// Pairs this phone with the installation whose QR code was scanned.
///
/// The certificate is compared with the code's fingerprint in the handshake, so that a server in between sees neither
/// the code nor anything else of a request. Then the phone asks who the installation is, signs that, the fingerprint
/// and the code with its own key, and keeps the token that it gets for it.
public struct Pairer {
    /// Makes the way to a server that must show what the pin says.
    public typealias Connect = (_ baseURL: String, _ pin: ServerPin) throws(PhoneError) -> PinnedTransport

    private let registry: PhoneRegistry
    private let environment: PhoneEnvironment
    private let connect: Connect

    public init(registry: PhoneRegistry, environment: PhoneEnvironment, connect: @escaping Connect = Self.tls) {
        self.registry = registry
        self.environment = environment
        self.connect = connect
    }

    /// - Parameters:
    ///   - text: as it was scanned
    ///   - name: what this phone calls itself; nil to say nothing
    /// - Throws: `PAIRING_URL`; `PAIRING_FINGERPRINT` for another server, which has seen nothing; `PAIRING_SERVICE` for
    ///   a server of another kind; `PAIRING_ANSWER`; the server's refusals
    @discardableResult
    public func pair(_ text: String, name: String?) throws(PhoneError) -> Pairing {
        let scanned = try Self.read(text)
        let transport = try connect(scanned.baseURL, .certificate(sha256: scanned.fingerprint))
        let client = PhoneClient(transport: transport)
        let serviceId: String
        do { serviceId = try client.pairingService() } catch {
            guard case .transport(.untrusted) = error else { throw error }
            throw .check(
                code: "PAIRING_FINGERPRINT",
                reason: "the server shows another certificate than the QR code; the code was not sent")
        }
        let device = try DeviceKey.load(registry, environment.random)
        let claim = try PhoneError.checking { () throws(CryptoError) in
            PairingClaim(
                serviceId: serviceId, fingerprint: scanned.fingerprint, code: scanned.code,
                publicKey: try Point(encoding: device.key.publicKey), name: name ?? "")
        }
        let answer = try client.pairingClaim(Self.body(claim, device))
        let pairing = try Self.pairing(answer, scanned, serviceId, transport.serverCertificate)
        try registry.update { state in
            state.pairing = pairing
            // A phone that has no server yet enrols with this one.
            if state.registration == nil, state.pendingEnrolment == nil { state.baseURL = scanned.baseURL }
        }
        return pairing
    }

    private static func body(_ claim: PairingClaim, _ device: DeviceKey) throws(PhoneError) -> [UInt8] {
        let signature = try PhoneError.checking { () throws(CryptoError) in try claim.sign(with: device.key) }
        var body = JSONWriter()
        body.object { writer in
            writer.member("code", claim.code)
            writer.member("devicePublicKey", base64: device.spki)
            writer.member("signature", base64: signature)
            if !claim.name.isEmpty { writer.member("name", claim.name) }
        }
        return body.bytes
    }

    /// - Throws: `PAIRING_URL`
    static func read(_ text: String) throws(PhoneError) -> PairingURL {
        do throws(PairingURL.Fault) { return try PairingURL(text) } catch {
            throw .check(code: "PAIRING_URL", reason: "this is no pairing code: \(error.rawValue)")
        }
    }

    /// The answer, which must be about what was asked.
    private static func pairing(
        _ answer: JSONFields, _ scanned: PairingURL, _ serviceId: String, _ certificate: [UInt8]?
    ) throws(PhoneError) -> Pairing {
        let keyPin = try PhoneError.checking { () throws(CryptoError) in
            SHA256.hash(try CertificateInspector.inspect(certificate ?? []).subjectPublicKeyInfo)
        }
        return try PhoneError.reading("PAIRING_ANSWER") { () throws(FieldError) in
            guard try answer.string("serviceId") == serviceId else {
                throw answer.error("serviceId", expected: "the installation that was asked")
            }
            let shown = try answer.string("certFingerprint")
            guard PairingURL.fingerprint(shown) == scanned.fingerprint else {
                throw answer.error("certFingerprint", expected: "the fingerprint of the QR code")
            }
            return Pairing(
                baseURL: scanned.baseURL, serviceId: serviceId, deviceId: try answer.uuid("deviceId"),
                token: try answer.string("token", characters: 1...256), fingerprint: scanned.fingerprint,
                keyPin: keyPin)
        }
    }

    /// The program's own way.
    public static func tls(_ baseURL: String, _ pin: ServerPin) throws(PhoneError) -> PinnedTransport {
        do throws(HTTPClientError) { return try PinnedTransport(baseURL: baseURL, pin: pin) } catch {
            throw .transport(error)
        }
    }
}
