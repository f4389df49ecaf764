import Synchronization

/// A device with an attested key in a world without Apple: it makes what an iPhone makes, down to the flags, below the
/// roots of a `SyntheticAppAttestAuthority`. For development and tests.
public final class SyntheticAppAttestDevice: Sendable {
    /// What the app and its phone are.
    public struct App: Sendable {
        public let appID: String
        public let environment: AppAttestEnvironment
        /// From iOS 27 on; both `nil` on earlier systems.
        public let bundleVersion: String?
        public let category: UInt32?

        public init(
            appID: String, environment: AppAttestEnvironment, bundleVersion: String? = nil, category: UInt32? = nil
        ) {
            self.appID = appID
            self.environment = environment
            self.bundleVersion = bundleVersion
            self.category = category
        }
    }

    public let app: App
    /// DER of the root that a server has to trust, and of that of receipts.
    public var root: [UInt8] { authority.root }
    public var receiptRoot: [UInt8] { authority.receiptRoot }
    /// SHA-256 of the point, 32 bytes.
    public var keyID: [UInt8] { SHA256.hash(key.publicKey) }
    /// Uncompressed point, 65 bytes.
    public var publicKey: [UInt8] { key.publicKey }
    /// Of the last assertion; 0 before the first.
    public var counter: UInt32 { lastCounter.withLock { $0 } }

    let authority: SyntheticAppAttestAuthority
    let key: P256SigningKey
    private let lastCounter: Mutex<UInt32>

    /// A device with a new key.
    /// - Throws: `CRYPTO_LIBRARY`
    public convenience init(
        authority: SyntheticAppAttestAuthority, app: App, random: any RandomSource
    ) throws(CryptoError) {
        self.init(authority: authority, app: app, key: try P256SigningKey.generate(random: random), counter: 0)
    }

    /// A device as it was when `privateKey()` and `counter` were written down.
    /// - Throws: `SIGNING_KEY_ENCODING`
    public convenience init(
        authority: SyntheticAppAttestAuthority, app: App, privateKey: borrowing SecretBytes, counter: UInt32
    ) throws(CryptoError) {
        self.init(authority: authority, app: app, key: try P256SigningKey(pkcs8: privateKey), counter: counter)
    }

    private init(authority: SyntheticAppAttestAuthority, app: App, key: P256SigningKey, counter: UInt32) {
        self.authority = authority
        self.app = app
        self.key = key
        lastCounter = Mutex(counter)
    }

    /// PKCS#8 DER.
    /// - Throws: `CRYPTO_LIBRARY`
    public func privateKey() throws(CryptoError) -> SecretBytes { try key.pkcs8() }

    /// An attestation object of the key.
    /// - Parameters:
    ///   - clientDataHash: 32 bytes
    ///   - now: Unix seconds
    /// - Throws: `CRYPTO_LIBRARY`, and what a certificate of the authority cannot be made for.
    public func attest(clientDataHash: [UInt8], now: Int64) throws(CryptoError) -> [UInt8] {
        let attestation = attestation(clientDataHash: clientDataHash, now: now)
        let leaf = try attestation.leaf()
        let receipt = SyntheticReceipt(
            kind: .attest, appID: app.appID, certificate: leaf, clientHash: clientDataHash,
            environment: app.environment, createdAt: now)
        return SyntheticAttestation.object(
            chain: [leaf, authority.intermediate], receipt: try receipt.signed(by: authority),
            authenticatorData: attestation.authenticatorData.encoded)
    }

    /// The parts of an attestation before they are signed.
    func attestation(clientDataHash: [UInt8], now: Int64) -> SyntheticAttestation {
        SyntheticAttestation(
            authority: authority, key: key, now: now, clientDataHash: clientDataHash,
            authenticatorData: authenticatorData(
                counter: 0,
                credential: SyntheticAuthenticatorData.Credential(
                    aaguid: app.environment.aaguid, id: keyID, publicKey: publicKey)))
    }

    /// An assertion object; the counter goes up by one.
    /// - Parameter clientDataHash: 32 bytes
    /// - Throws: `CRYPTO_LIBRARY`
    public func assert(clientDataHash: [UInt8]) throws(CryptoError) -> [UInt8] {
        let counter = lastCounter.withLock { last in
            last &+= 1
            return last
        }
        let data = authenticatorData(counter: counter).encoded
        return Self.assertion(data, signature: try key.sign(SHA256.hash(data + clientDataHash)))
    }

    /// The assertion's or attestation's data with the app's id and extensions.
    func authenticatorData(
        counter: UInt32, credential: SyntheticAuthenticatorData.Credential? = nil
    ) -> SyntheticAuthenticatorData {
        SyntheticAuthenticatorData(
            appIDHash: SHA256.hash(Array(app.appID.utf8)), counter: counter, credential: credential,
            extensions: SyntheticAuthenticatorData.extensions(
                bundleVersion: app.bundleVersion, category: app.category))
    }

    static func assertion(_ authenticatorData: [UInt8], signature: [UInt8]) -> [UInt8] {
        CBORWriter.map([
            ("signature", CBORWriter.bytes(signature)), ("authenticatorData", CBORWriter.bytes(authenticatorData)),
        ])
    }
}
