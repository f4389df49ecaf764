import Crypto
import Storage
import Wire

/// `tamga setup`: makes, once and under an advisory lock, what the service needs before it can serve: ring-Pedersen set
/// with its proof (the factors do not outlive the call), core key, development authorities, relay key, nonce key, a
/// self-signed pair for TLS; all secrets sealed under the key-encryption key in the database.
public struct Setup {
    /// Names of the sealed secrets and certificates.
    enum Name {
        static let coreKey = "core-key"
        static let rootKey = "root-ca-key"
        static let issuingKey = "issuing-ca-key"
        static let relayKey = "relay-key"
        static let nonceKey = "nonce-key"
        static let rootCertificate = "root-ca"
        static let issuingCertificate = "issuing-ca"
        static let tlsKey = "tls-key"
        static let tlsCertificate = "tls"
    }

    /// How a parameter set is made; tests and demonstrations bring one, because safe primes take long.
    public typealias MakeParameters = (Suite) throws(CryptoError) -> (RingPedersenParameters, PedersenProof)

    let stores: Stores
    let kek: any KeyEncryptionKey
    let random: SystemRandom
    let certificateNames: [ServerCertificate.Name]
    let report: (String) -> Void

    /// - Parameters:
    ///   - certificateNames: what the self-signed certificate of TLS is good for
    ///   - report: receives one line for each thing that was made
    public init(
        stores: Stores, kek: any KeyEncryptionKey, certificateNames: [ServerCertificate.Name] = [.host("localhost")],
        report: @escaping (String) -> Void
    ) {
        self.stores = stores
        self.kek = kek
        self.certificateNames = certificateNames
        self.random = SystemRandom()
        self.report = report
    }

    /// Whether a database has secrets already, sealed under some key.
    public static func isDone(_ stores: Stores) throws -> Bool {
        try stores.service.secret(name: Name.coreKey, deadline: StorageDeadline(milliseconds: 5_000)) != nil
    }

    /// - Throws: `ConfigurationError` when what the database holds was sealed under another key
    func requireItsKey() throws {
        guard let sealed = try stores.service.secret(name: Name.coreKey, deadline: deadline) else { return }
        do throws(CryptoError) {
            _ = try Envelope.open(sealed, associatedData: SealContext.service(Name.coreKey), under: kek)
        } catch {
            throw ConfigurationError(
                "the secrets of this database were sealed under another key than the one in TAMGA_KEK_FILE: put the "
                    + "copy of the right one back")
        }
    }

    /// - Parameters:
    ///   - suites: the suites to offer; each costs two safe primes
    ///   - nowSeconds: Unix seconds
    public func run(suites: [Suite], nowSeconds: Int64, makeParameters: MakeParameters? = nil) throws {
        // Safe primes of 1,536 bits may take minutes; the lock is held meanwhile so that nobody makes a second set.
        try stores.service.withSetupLock(deadline: StorageDeadline(milliseconds: 1_800_000)) {
            try requireItsKey()
            try secret(Name.coreKey) { CoreKey.generate(random: random) }
            try secret(Name.relayKey) { SecretBytes.random(count: 32, from: random) }
            try secret(Name.nonceKey) { SecretBytes.random(count: 32, from: random) }
            try authorities(nowSeconds: nowSeconds)
            try transportPair(nowSeconds: nowSeconds)
            for suite in suites { try parameters(suite, makeParameters) }
        }
    }

    var deadline: StorageDeadline { StorageDeadline(milliseconds: 5_000) }

    private func secret(_ name: String, _ make: () -> SecretBytes) throws {
        if try stores.service.secret(name: name, deadline: deadline) != nil { return }
        try store(make(), name)
    }

    func seal(_ secret: borrowing SecretBytes, _ name: String) throws(CryptoError) -> [UInt8] {
        try Envelope.seal(secret: secret, associatedData: SealContext.service(name), under: kek, random: random)
    }

    private func store(_ secret: borrowing SecretBytes, _ name: String) throws {
        let sealed = try seal(secret, name)
        if try stores.service.insertSecret(name: name, sealed: sealed, deadline: deadline) { report("made \(name)") }
    }

    private func authorities(nowSeconds: Int64) throws {
        if try stores.service.certificate(name: Name.issuingCertificate, deadline: deadline) != nil { return }
        let notBefore = nowSeconds - 300
        let root = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "Tamga", commonName: "Tamga Development Root CA"), notBefore: notBefore,
            random: random)
        let issuing = try root.createIssuing(
            name: AuthorityName(organization: "Tamga", commonName: "Tamga Development Issuing CA"),
            notBefore: notBefore, random: random)
        // Together or not at all: a key without its certificate could never be used.
        try stores.service.insertTogether(
            secrets: [
                (Name.rootKey, try seal(root.privateKey(), Name.rootKey)),
                (Name.issuingKey, try seal(issuing.privateKey(), Name.issuingKey)),
            ],
            certificates: [
                (Name.rootCertificate, root.certificate), (Name.issuingCertificate, issuing.certificate),
            ], deadline: deadline)
        report("made \(Name.rootCertificate) and \(Name.issuingCertificate)")
    }

    /// Makes a new parameter set for each suite and offers it to enrolments from now on: every process from its next
    /// start. Enrolments under the former set complete under it, and it stays readable.
    public func rotateParameters(suites: [Suite], makeParameters: MakeParameters? = nil) throws {
        try stores.service.withSetupLock(deadline: StorageDeadline(milliseconds: 1_800_000)) {
            for suite in suites {
                let set = try make(suite, makeParameters)
                try stores.service.rotateParameterSet(set, deadline: deadline)
                report("made parameter set \(set.id); restart every process to offer it")
            }
        }
    }

    private func parameters(_ suite: Suite, _ makeParameters: MakeParameters?) throws {
        let known = try stores.service.parameterSets(deadline: deadline)
        if known.contains(where: { $0.suite == Int(suite.number) && $0.isCurrent }) { return }
        let set = try make(suite, makeParameters)
        if try stores.service.insertParameterSet(set, deadline: deadline) { report("made parameter set \(set.id)") }
    }

    private func make(_ suite: Suite, _ makeParameters: MakeParameters?) throws -> ParameterSet {
        report("making the ring-Pedersen set of suite \(suite.number); safe primes take a while")
        let (parameters, proof) = try makeParameters?(suite) ?? PedersenProof.generate(suite: suite, random: random)
        return ParameterSet(
            id: "rp-\(suite.number)-" + Hex.encode(Array(parameters.parametersHash.prefix(4))),
            suite: Int(suite.number),
            modulus: parameters.encodedModulus, s: parameters.encodedS, t: parameters.encodedT, proof: proof.encoding,
            parametersHash: parameters.parametersHash, isCurrent: true)
    }
}
