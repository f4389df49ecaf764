import Crypto
import Wire

/// Issues a citizen's certificates under the development authority.
public struct CertificateService: Sendable {
    /// What the operator decides about certificates.
    public struct Policy: Sendable {
        public let level: CertificateLevel
        public let days: Int
        public let issuerURL: String?
        public let ocspURL: String?
        public let revocationListURL: String?

        public init(_ configuration: ServerConfiguration) {
            level = configuration.certificateLevel
            days = configuration.certificateDays
            issuerURL = configuration.issuerURL
            ocspURL = configuration.ocspURL
            revocationListURL = configuration.revocationListURL
        }
    }

    /// A certificate as it is stored.
    struct Issued: Sendable {
        /// Hexadecimal
        let serial: String
        let der: [UInt8]
        /// Unix seconds
        let notBefore: Int64
        let notAfter: Int64
        let level: CertificateLevel
    }

    private let authority: CertificateAuthority
    private let policy: Policy
    private let random: SystemRandom
    private let made: Counter

    public init(authority: CertificateAuthority, policy: Policy, metrics: Metrics) {
        self.authority = authority
        self.policy = policy
        made = metrics.counter("tamga_certificates_made_total", help: "Certificates that this process has made.")
        self.random = SystemRandom()
    }

    /// The certificates between a leaf and the root, DER, as K4 carries them.
    public var chain: [[UInt8]] { [authority.certificate] }

    /// - Parameters:
    ///   - publicKey: Q, 65 bytes
    ///   - nowSeconds: Unix seconds; validity begins five minutes earlier, because relying parties allow no skew
    func issue(
        publicKey: [UInt8], slot: Slot, subject: CertificateSubject, nowSeconds: Int64
    ) throws(CryptoError) -> Issued {
        let serial = LeafProfile.randomSerial(from: random)
        let notBefore = nowSeconds - 300
        let notAfter = min(nowSeconds + Int64(policy.days) * 86_400, authority.details.notAfter)
        let profile = LeafProfile(
            publicKey: publicKey, slot: slot == .authentication ? .authentication : .signature, subject: subject,
            level: policy.level, serial: serial, notBefore: notBefore, notAfter: notAfter,
            issuerURL: policy.issuerURL, ocspURL: policy.ocspURL, revocationListURL: policy.revocationListURL)
        let der = try authority.issueLeaf(profile)
        made.add()
        return Issued(
            serial: Hex.encode(serial), der: der, notBefore: notBefore,
            notAfter: notAfter, level: policy.level)
    }
}
