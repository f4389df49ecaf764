import Crypto
import Storage

/// Where certificate and key of TLS come from: the operator's files, or what `tamga setup` has sealed in the database.
struct TLSSource: Sendable {
    let settings: TLSSettings
    let stores: Stores
    let kek: any KeyEncryptionKey

    private static let fileLimit = 256 * 1_024

    /// What tells one version of the certificates from another, 32 bytes; reads no key.
    func version() throws -> [UInt8] {
        var transcript = Transcript("tls-version")
        if let files = settings.files {
            transcript.append(try FileBytes.read(files.certificate, limit: Self.fileLimit, as: Self.certificateName))
        } else {
            transcript.append(try storedCertificate())
        }
        if case .issued(let file) = settings.clients {
            transcript.append(try FileBytes.read(file, limit: Self.fileLimit, as: Self.authorityName))
        }
        return transcript.digest
    }

    /// - Throws: `ConfigurationError` with the file and what is wrong with it, `StorageError`
    func load() throws -> TLSContext {
        let identity = try settings.files.map { try Self.identity($0) } ?? stored()
        let clients = try Self.clients(settings)
        do throws(CryptoError) { return try TLSContext(identity, clients: clients) } catch {
            throw ConfigurationError("TLS: \(error)")
        }
    }

    /// Reads the files that the settings name, so that a mistake in them is known before anything starts.
    static func check(_ settings: TLSSettings) throws(ConfigurationError) {
        if let files = settings.files { _ = try identity(files) }
        _ = try clients(settings)
    }

    private static let certificateName = "TAMGA_TLS_CERTIFICATE_FILE"
    private static let authorityName = "TAMGA_TLS_CLIENT_CA_FILE"

    private static func identity(_ files: TLSSettings.Files) throws(ConfigurationError) -> TLSIdentity {
        let certificates = try certificates(files.certificate, as: certificateName)
        let pem = try FileBytes.readSecret(files.key, limit: fileLimit, as: "TAMGA_TLS_KEY_FILE")
        do throws(CryptoError) {
            return try TLSIdentity(certificates: certificates, key: TLSPrivateKey(pem: pem))
        } catch {
            throw ConfigurationError("\(certificateName), TAMGA_TLS_KEY_FILE: \(error)")
        }
    }

    private static func clients(_ settings: TLSSettings) throws(ConfigurationError) -> ClientCertificates {
        switch settings.clients {
        case .notAsked: .none
        case .pinned: .pinned
        case .issued(let file): .issued(by: try certificates(file, as: authorityName))
        }
    }

    private static func certificates(_ path: String, as name: String) throws(ConfigurationError) -> [[UInt8]] {
        let text = String(decoding: try FileBytes.read(path, limit: fileLimit, as: name), as: UTF8.self)
        do throws(CryptoError) {
            let certificates = try PEM.decode(text)
            guard !certificates.isEmpty else { throw CryptoError("PEM_INVALID", "no certificate") }
            return certificates
        } catch {
            throw ConfigurationError("\(name): \(path): \(error)")
        }
    }

    private func storedCertificate() throws -> [UInt8] {
        let deadline = StorageDeadline(milliseconds: 5_000)
        guard let der = try stores.service.certificate(name: Setup.Name.tlsCertificate, deadline: deadline) else {
            throw ConfigurationError(
                "the database holds no certificate for TLS: run `tamga setup`, which makes what is absent, or set "
                    + "TAMGA_TLS_CERTIFICATE_FILE and TAMGA_TLS_KEY_FILE")
        }
        return der
    }

    private func stored() throws -> TLSIdentity {
        let certificate = try storedCertificate()
        let name = Setup.Name.tlsKey
        guard let sealed = try stores.service.secret(name: name, deadline: StorageDeadline(milliseconds: 5_000)) else {
            throw ConfigurationError("the database holds no \(name): run `tamga setup`")
        }
        do throws(CryptoError) {
            let pkcs8 = try Envelope.open(sealed, associatedData: SealContext.service(name), under: kek)
            return try TLSIdentity(certificates: [certificate], key: TLSPrivateKey(pkcs8: pkcs8))
        } catch {
            throw ConfigurationError("\(name) does not open: is TAMGA_KEK_FILE the key it was sealed with?")
        }
    }
}
