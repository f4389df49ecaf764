/// A chain as an Android device sends it, under a root of one's own: leaf, attestation key, intermediate, root. By
/// default a good one; a test damages the drafts, then builds. Who has the keys attests any key.
struct SyntheticAndroidChain {
    struct Keys: Sendable {
        let root: P256SigningKey
        let intermediate: P256SigningKey
        let attestation: P256SigningKey
        let leaf: P256SigningKey

        init(random: any RandomSource) throws(CryptoError) {
            root = try .generate(random: random)
            intermediate = try .generate(random: random)
            attestation = try .generate(random: random)
            leaf = try .generate(random: random)
        }

        /// The same authorities with another key of an app.
        init(_ keys: Keys, leaf: P256SigningKey) {
            root = keys.root
            intermediate = keys.intermediate
            attestation = keys.attestation
            self.leaf = leaf
        }
    }

    let keys: Keys
    var description = SyntheticAndroidDescription()
    var leaf: SyntheticAndroidCertificate
    var attestation: SyntheticAndroidCertificate
    var intermediate: SyntheticAndroidCertificate
    var root: SyntheticAndroidCertificate
    /// The bytes of the leaf's extension, when they are not the description's.
    var extensionValue: [UInt8]?
    /// Whether and how often the leaf has the extension.
    var extensionCount = 1
    /// Keys that sign instead of the right ones.
    var leafSigner: P256SigningKey?

    /// - Parameter now: Unix seconds; the authorities are good for a day before and after
    init(keys: Keys, now: Int64) throws(CryptoError) {
        self.keys = keys
        // A device writes these dates into every leaf: 1970 and 2048.
        leaf = SyntheticAndroidCertificate(
            issuer: "attestation", subject: "Android Keystore Key", notBefore: 0, notAfter: 2_461_449_600,
            publicKey: try SubjectPublicKeyInfo.encode(point: keys.leaf.publicKey),
            extensions: [SyntheticAndroidCertificate.digitalSignature])
        func authority(
            _ serial: [UInt8], _ subject: String, below issuer: String, _ key: P256SigningKey, pathLength: UInt8? = nil
        ) throws(CryptoError) -> SyntheticAndroidCertificate {
            SyntheticAndroidCertificate(
                serial: serial, issuer: issuer, subject: subject, notBefore: now - 86_400, notAfter: now + 86_400,
                publicKey: try SubjectPublicKeyInfo.encode(point: key.publicKey),
                extensions: [
                    SyntheticAndroidCertificate.authority(pathLength: pathLength),
                    SyntheticAndroidCertificate.certificateSigning,
                ])
        }
        attestation = try authority([0xF1, 0x65, 0x84], "attestation", below: "intermediate", keys.attestation)
        intermediate = try authority(
            [0x03, 0x88, 0x26], "intermediate", below: "root", keys.intermediate, pathLength: 2)
        root = try authority([0xD5, 0x0F], "root", below: "root", keys.root)
    }

    func build() throws(CryptoError) -> [[UInt8]] {
        var leaf = leaf
        let value = SyntheticAndroidCertificate.attestation(extensionValue ?? description.der)
        leaf.extensions += [[UInt8]](repeating: value, count: extensionCount)
        return [
            try leaf.signed(by: leafSigner ?? keys.attestation), try attestation.signed(by: keys.intermediate),
            try intermediate.signed(by: keys.root), try root.signed(by: keys.root),
        ]
    }

    /// A leaf of the attacker's making, signed by the attested key, above the genuine chain.
    func extended(by attacker: P256SigningKey) throws(CryptoError) -> [[UInt8]] {
        var forged = leaf
        forged.issuer = leaf.subject
        forged.publicKey = try SubjectPublicKeyInfo.encode(point: attacker.publicKey)
        forged.extensions.append(SyntheticAndroidCertificate.attestation(description.der))
        return [try forged.signed(by: keys.leaf)] + (try build())
    }

    /// As an app sends it.
    static func object(_ chain: [[UInt8]], format: String = AttestationFormat.android.rawValue) -> [UInt8] {
        CBORWriter.map([
            ("fmt", CBORWriter.text(format)),
            ("attStmt", CBORWriter.map([("x5c", CBORWriter.array(chain.map(CBORWriter.bytes)))])),
        ])
    }
}
