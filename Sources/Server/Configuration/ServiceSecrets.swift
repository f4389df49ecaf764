import Crypto
import Storage

/// What `setup` made, opened for the life of the process.
public struct ServiceSecrets: Sendable {
    public let core: CoreKey
    public let issuer: CertificateAuthority
    /// DER
    public let rootCertificate: [UInt8]
    public let parameters: ParameterSets
    let relayKey: SharedSecret
    let nonceKey: SharedSecret

    /// - Throws: `ConfigurationError` telling to run `tamga setup`, or that the key-encryption key is another one.
    public static func load(_ stores: Stores, kek: any KeyEncryptionKey) throws -> ServiceSecrets {
        let deadline = StorageDeadline(milliseconds: 5_000)
        func open(_ name: String) throws -> SecretBytes {
            guard let sealed = try stores.service.secret(name: name, deadline: deadline) else {
                throw ConfigurationError("the database holds no \(name): run `tamga setup` once")
            }
            do throws(CryptoError) {
                return try Envelope.open(sealed, associatedData: SealContext.service(name), under: kek)
            } catch {
                throw ConfigurationError("\(name) does not open: is TAMGA_KEK_FILE the key it was sealed with?")
            }
        }
        func certificate(_ name: String) throws -> [UInt8] {
            guard let der = try stores.service.certificate(name: name, deadline: deadline) else {
                throw ConfigurationError("the database holds no \(name): run `tamga setup` once")
            }
            return der
        }
        let issuing = try open(Setup.Name.issuingKey)
        let coreKey = try open(Setup.Name.coreKey)
        return ServiceSecrets(
            core: try CoreKey(secret: coreKey),
            issuer: try CertificateAuthority(
                privateKey: issuing, certificate: certificate(Setup.Name.issuingCertificate)),
            rootCertificate: try certificate(Setup.Name.rootCertificate),
            parameters: try ParameterSets.load(stores, deadline: deadline),
            relayKey: SharedSecret(try open(Setup.Name.relayKey)),
            nonceKey: SharedSecret(try open(Setup.Name.nonceKey)))
    }
}

/// A key that several threads use for HMAC.
final class SharedSecret: Sendable {
    private let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    func authenticate(_ message: [UInt8]) -> [UInt8] { HMACSHA256.authenticate(message, key: bytes) }
}
