import Crypto
import Storage
import Wire

/// What an operator does about pairing, on a machine with the database and the key-encryption key.
public struct PairingDesk: Sendable {
    /// A code, as it is shown.
    public struct Invitation: Sendable {
        /// Of the row, to ask after.
        public let id: String
        public let url: PairingURL
    }

    /// What became of a code.
    public enum Standing: Sendable, Equatable {
        /// So many seconds are left, rounded up.
        case open(secondsLeft: Int)
        case used(deviceId: String, name: String?)
        case locked
        case expired
        /// Another code took its place, or it was ended.
        case ended
    }

    private let stores: Stores
    private let key: PairingKey
    private let random = SystemRandom()

    /// - Throws: `ConfigurationError`, `StorageError` when the database was not set up under this key
    public init(stores: Stores, kek: any KeyEncryptionKey) throws {
        self.init(stores: stores, key: try ServiceSecrets.load(stores, kek: kek).nonceKey)
    }

    init(stores: Stores, key: SharedSecret) {
        self.stores = stores
        self.key = PairingKey(key: key)
    }

    /// SHA-256 of the certificate that this service's own listener shows, 32 bytes.
    /// - Throws: `ConfigurationError` without such a listener
    public static func ownFingerprint(
        _ configuration: ServerConfiguration, _ stores: Stores, kek: any KeyEncryptionKey
    ) throws -> [UInt8] {
        guard let settings = configuration.tls else {
            throw ConfigurationError(
                "TAMGA_LISTEN_TLS is not set: name the certificate of the proxy that ends TLS by --certificate FILE")
        }
        let context = try TLSSource(settings: settings, stores: stores, kek: kek).load()
        return SHA256.hash(context.identity.certificates[0])
    }

    /// The same of the first certificate in a PEM file.
    /// - Throws: `ConfigurationError`
    public static func fingerprint(ofFile path: String) throws(ConfigurationError) -> [UInt8] {
        let text = String(decoding: try FileBytes.read(path, limit: 256 * 1_024, as: "--certificate"), as: UTF8.self)
        do throws(CryptoError) {
            guard let first = try PEM.decode(text).first else { throw CryptoError("PEM_INVALID", "no certificate") }
            return SHA256.hash(first)
        } catch { throw ConfigurationError("--certificate: \(path): \(error)") }
    }

    /// Where phones reach the service, as far as the settings say: `https://host[:port]`, or nil.
    public static func ownURL(_ configuration: ServerConfiguration) -> String? {
        if let url = configuration.publicURL { return url.hasPrefix("https://") ? url : nil }
        guard let listen = configuration.tls?.listen, !listen.address.isUnspecified, listen.port != 0 else {
            return nil
        }
        return "https://\(listen)"
    }

    /// Makes a code; the one before it is dead from now on.
    /// - Parameters:
    ///   - baseURL: `https://host[:port]`
    ///   - fingerprint: 32 bytes
    public func open(
        baseURL: String, fingerprint: [UInt8], by operatorName: String, deadline: StorageDeadline
    ) throws -> Invitation {
        let code = PairingCode.draw(random), id = RandomUUID.make(random)
        let url = try PairingURL(baseURL: baseURL, code: code, fingerprint: fingerprint)
        let new = NewPairingCode(
            id: id, codeHash: key.hash(code, id: id), fingerprint: fingerprint, baseURL: url.baseURL)
        let entry = AuditEntry(kind: "pairing.opened", subject: id, detail: ["by": operatorName])
        try stores.pairing.open(new, audit: entry, deadline: deadline)
        return Invitation(id: id, url: url)
    }

    /// - Parameter id: of an `Invitation`
    public func standing(of id: String, deadline: StorageDeadline) throws(StorageError) -> Standing {
        guard let record = try stores.pairing.code(id, deadline: deadline) else { return .ended }
        if let deviceId = record.deviceId {
            return .used(deviceId: deviceId, name: try stores.pairing.device(deviceId, deadline: deadline)?.name)
        }
        if record.endedAt != nil { return .ended }
        switch PairingCode(record).closed(now: record.readAt) {
        case nil:
            let left = record.createdAt + PairingCode.lifetimeMilliseconds - record.readAt
            return .open(secondsLeft: max(1, Int(clamping: (left + 999) / 1_000)))
        case .locked?: return .locked
        default: return .expired
        }
    }

    /// Nobody looks at the code any more.
    public func end(_ id: String, deadline: StorageDeadline) throws(StorageError) {
        try stores.pairing.end(id, deadline: deadline)
    }

    /// Every paired device, the last one first.
    public func devices(deadline: StorageDeadline) throws(StorageError) -> [PairedDevice] {
        try stores.pairing.devices(deadline: deadline)
    }

    /// Ends the trust in a device; false when there is none to end.
    public func revoke(_ id: String, by operatorName: String, deadline: StorageDeadline) throws(StorageError) -> Bool {
        let entry = AuditEntry(kind: "pairing.revoked", subject: id, detail: ["by": operatorName])
        return try stores.pairing.revoke(id, audit: entry, deadline: deadline)
    }
}
