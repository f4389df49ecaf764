import Crypto

/// One root, one issuing authority and a citizen's key, made once for all tests of this folder.
struct AuthorityFixture: Sendable {
    /// 2026-01-01T00:00:00Z.
    static let start: Int64 = 1_767_225_600
    static let year: Int64 = 365 * 86_400

    let root: CertificateAuthority
    let issuing: CertificateAuthority
    let citizen: P256SigningKey

    private static let shared = Result { try AuthorityFixture() }

    static func make() throws -> AuthorityFixture { try shared.get() }

    private init() throws {
        let random = LabelledRandom("authorities")
        root = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "Tamga", commonName: "Tamga Development Root"), notBefore: Self.start,
            random: random)
        issuing = try root.createIssuing(
            name: AuthorityName(organization: "Tamga", commonName: "Tamga Development Issuing CA"),
            notBefore: Self.start, random: random)
        citizen = try P256SigningKey.generate(random: random)
    }

    func profile(_ slot: CertificateSlot, _ level: CertificateLevel = .qualified) -> LeafProfile {
        LeafProfile(
            publicKey: citizen.publicKey, slot: slot,
            subject: CertificateSubject(givenName: "Bat-Erdene", surname: "Dorj", civilId: "123456789012"),
            level: level, serial: LeafProfile.randomSerial(from: LabelledRandom("serial")),
            notBefore: Self.start + 86_400, notAfter: Self.start + 3 * Self.year,
            issuerURL: "http://pki.example/issuing.cer", ocspURL: "http://ocsp.example/",
            revocationListURL: "http://pki.example/issuing.crl")
    }

    /// A moment at which everything is valid.
    static let now = start + year
}
