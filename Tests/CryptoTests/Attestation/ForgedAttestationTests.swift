import Testing

@testable import Crypto

/// One change at a time to an attestation that is right otherwise, each with its own error.
@Suite("App Attest: forged attestations")
struct ForgedAttestationTests {
    @Test("without a change it verifies")
    func unchanged() throws {
        #expect(try Forgery().refusal() == nil)
    }

    @Test("what is sent and what the server knows", arguments: inputs)
    func input(_ forgery: ForgeryCase) throws {
        #expect(try forgery.refusal() == forgery.error)
    }

    @Test("certificates", arguments: certificates)
    func certificate(_ forgery: ForgeryCase) throws {
        #expect(try forgery.refusal() == forgery.error)
    }

    @Test("the nonce in the certificate", arguments: nonces)
    func nonce(_ forgery: ForgeryCase) throws {
        #expect(try forgery.refusal() == forgery.error)
    }

    @Test("authenticator data", arguments: data)
    func authenticatorData(_ forgery: ForgeryCase) throws {
        #expect(try forgery.refusal() == forgery.error)
    }

    @Test("the extensions of iOS 27", arguments: extensions)
    func extensionMap(_ forgery: ForgeryCase) throws {
        #expect(try forgery.refusal() == forgery.error)
    }

    private static let zeros = [UInt8](repeating: 0, count: 32)

    private static let inputs: [ForgeryCase] = [
        ForgeryCase("nothing", .size) { $0.editObject = { _ in [] } },
        ForgeryCase("more than 16 KiB", .size) { $0.editObject = { $0 + [UInt8](repeating: 0, count: 16_384) } },
        ForgeryCase("a key id of 31 bytes", .keyIDLength) { $0.keyID.removeLast() },
        ForgeryCase("a key id of 33 bytes", .keyIDLength) { $0.keyID.append(0) },
        ForgeryCase("a hash of 31 bytes", .clientDataHashLength) { $0.clientDataHash.removeLast() },
        ForgeryCase("another challenge", .nonce) { $0.clientDataHash = zeros },
        ForgeryCase("another key id", .keyID) { $0.keyID = zeros },
        ForgeryCase("the hash of the SubjectPublicKeyInfo as key id", .keyID) {
            $0.keyID = SHA256.hash($0.leaf.subjectPublicKeyInfo)
        },
        ForgeryCase("another format", .format) {
            $0.editObject = { replaced($0, "apple-appattest", "apple-appattesu") }
        },
        ForgeryCase("no authData", .members) { $0.editObject = { replaced($0, "authData", "authDatb") } },
        ForgeryCase("no statement", .members) { $0.editObject = { replaced($0, "attStmt", "attStmu") } },
        ForgeryCase("no chain", .members) { $0.editObject = { replaced($0, "x5c", "x5d") } },
        ForgeryCase("no receipt", .members) { $0.editObject = { replaced($0, "receipt", "receipu") } },
        ForgeryCase("a certificate that is a text", .members) {
            let chain = CBORWriter.array([CBORWriter.text("leaf"), CBORWriter.bytes([])])
            let object = CBORWriter.map([
                ("fmt", CBORWriter.text("apple-appattest")),
                ("attStmt", CBORWriter.map([("x5c", chain), ("receipt", CBORWriter.bytes([]))])),
                ("authData", CBORWriter.bytes([])),
            ])
            $0.editObject = { _ in object }
        },
        ForgeryCase("an array instead of a map", .members) { $0.editObject = { _ in [0x80] } },
    ]

    private static let certificates: [ForgeryCase] = [
        ForgeryCase("one certificate", .certificateCount) { $0.chain = { leaf, _ in [leaf] } },
        ForgeryCase("none", .certificateCount) { $0.chain = { _, _ in [] } },
        ForgeryCase("three", .certificateCount) {
            let root = $0.world.authority.root
            $0.chain = { [$0, $1, root] }
        },
        ForgeryCase("in the other order", .certificateOrder) { $0.chain = { [$1, $0] } },
        ForgeryCase("a leaf that is no certificate", .certificateEncoding) { $0.chain = { [[1, 2, 3], $1] } },
        ForgeryCase("a leaf with a byte after it", .certificateEncoding) { $0.chain = { [$0 + [0], $1] } },
        ForgeryCase("an intermediate that is no certificate", .certificateEncoding) {
            $0.chain = { leaf, _ in [leaf, []] }
        },
        ForgeryCase("another root with the same name", .chainSignature) {
            $0.policy = try policy(of: $0, root: $0.world.stranger.root)
        },
        ForgeryCase("a root with another name", .chainUntrusted) {
            $0.policy = try policy(of: $0, root: $0.world.stranger.receiptRoot)
        },
        ForgeryCase("the leaf twice", .chainUntrusted) { $0.chain = { leaf, _ in [leaf, leaf] } },
        ForgeryCase("the root instead of the intermediate", .chainUntrusted) {
            $0.intermediate = $0.world.authority.root
        },
        ForgeryCase("the leaf signed by another key", .chainSignature) {
            $0.leafSigner = $0.world.stranger.intermediateKey
        },
        ForgeryCase("the last byte of the leaf changed", .chainSignature) {
            $0.chain = { leaf, intermediate in [leaf.dropLast() + [leaf[leaf.count - 1] ^ 1], intermediate] }
        },
        ForgeryCase("the leaf has expired", .chainExpired) { $0.now = $0.leaf.notAfter + 1 },
        ForgeryCase("the leaf is not valid yet", .chainNotYetValid) { $0.now = $0.leaf.notBefore - 1 },
        ForgeryCase("the intermediate is no authority", .chainIssuer) {
            let key = $0.world.authority.intermediateKey
            $0.intermediate = try intermediate(
                of: $0, key, name: $0.leaf.issuer, [CertificateExtensions.basicConstraints(pathLength: nil)])
        },
        ForgeryCase("the intermediate has no basic constraints", .chainIssuer) {
            let key = $0.world.authority.intermediateKey
            $0.intermediate = try intermediate(of: $0, key, name: $0.leaf.issuer, [])
        },
        ForgeryCase("the intermediate may not sign certificates", .chainIssuer) {
            let key = $0.world.authority.intermediateKey
            $0.intermediate = try intermediate(
                of: $0, key, name: $0.leaf.issuer,
                [
                    CertificateExtensions.basicConstraints(pathLength: 0),
                    CertificateExtensions.keyUsage(.digitalSignature),
                ])
        },
        ForgeryCase("an attested key as issuer", .chainUntrusted) {
            $0.intermediate = try SyntheticAttestation(
                authority: $0.world.authority, key: $0.device.key, now: SyntheticWorld.now,
                clientDataHash: SyntheticWorld.clientDataHash, authenticatorData: $0.attestation.authenticatorData
            ).leaf()
            $0.leaf.issuer = try SyntheticAttestation.subject(of: $0.device.publicKey)
            $0.leafSigner = $0.device.key
        },
        ForgeryCase("an unknown critical extension", .chainCriticalExtension) {
            $0.leaf.extensions.append(
                DER.sequence([
                    DER.objectIdentifier([1, 2, 3, 4]), DER.boolean(true), DER.octetString(DER.integer([1])),
                ]))
        },
        ForgeryCase("a leaf below the root itself", .chainLength) {
            let root = try rootKey()
            $0.leaf.issuer = try SyntheticAppAttestAuthority.name(SyntheticAppAttestAuthority.rootName)
            $0.leafSigner = root
        },
        ForgeryCase("a P-384 leaf", .leafKey) { $0.leaf.subjectPublicKeyInfo = ForgedCertificate.p384 },
    ]

    private static let nonces: [ForgeryCase] = [
        ForgeryCase("no nonce extension", .nonceMissing) { $0.attestation.nonceValues = [] },
        ForgeryCase("two nonce extensions", .nonceRepeated) {
            let value = SyntheticAttestation.nonceValue(
                SHA256.hash($0.attestation.authenticatorData.encoded + SyntheticWorld.clientDataHash))
            $0.attestation.nonceValues = [value, value]
        },
        ForgeryCase("a value of 37 bytes", .nonceForm) {
            $0.attestation.nonceValues = [SyntheticAttestation.nonceValue(Array(zeros.dropLast()))]
        },
        ForgeryCase("a value of 39 bytes", .nonceForm) {
            $0.attestation.nonceValues = [SyntheticAttestation.nonceValue(zeros) + [0]]
        },
        ForgeryCase("the nonce under another tag", .nonceForm) {
            let nonce = SHA256.hash($0.attestation.authenticatorData.encoded + SyntheticWorld.clientDataHash)
            $0.attestation.nonceValues = [DER.sequence([DER.constructed(2, DER.octetString(nonce))])]
        },
        ForgeryCase("an empty value", .nonceForm) { $0.attestation.nonceValues = [[]] },
        ForgeryCase("the nonce of other data", .nonce) {
            $0.attestation.nonceValues = [SyntheticAttestation.nonceValue(zeros)]
        },
        ForgeryCase("the nonce with the hash hashed once more", .nonce) {
            let twice = SHA256.hash(SyntheticWorld.clientDataHash)
            $0.attestation.nonceValues = [
                SyntheticAttestation.nonceValue(SHA256.hash($0.attestation.authenticatorData.encoded + twice))
            ]
        },
    ]

    private static let data: [ForgeryCase] = [
        ForgeryCase("another app", .appID) { $0.attestation.authenticatorData.appIDHash = zeros },
        ForgeryCase("no flag", .flags) { $0.attestation.authenticatorData.flags = 0 },
        ForgeryCase("the flag of a user's presence", .flags) { $0.attestation.authenticatorData.flags = 0x41 },
        ForgeryCase("counter 1", .counter) { $0.attestation.authenticatorData.counter = 1 },
        ForgeryCase("counter 2^24", .counter) { $0.attestation.authenticatorData.counter = 1 << 24 },
        ForgeryCase("development where production is asked for", .environment) {
            $0.credential.aaguid = AppAttestEnvironment.development.aaguid
        },
        ForgeryCase("production where development is asked for", .environment) {
            $0.policy = try $0.world.policy(environments: [.development])
        },
        ForgeryCase("appattest and seven bytes that are not zero", .aaguid) {
            $0.credential.aaguid = Array("appattest".utf8) + [UInt8](repeating: 1, count: 7)
        },
        ForgeryCase("one bit in the last byte of the environment", .aaguid) { $0.credential.aaguid[15] = 1 },
        ForgeryCase("the aaguid of another authenticator", .aaguid) {
            $0.credential.aaguid = [UInt8](repeating: 0, count: 16)
        },
        ForgeryCase("a credential id of 31 bytes", .credentialIDLength) {
            $0.credential.idLength = 31
            $0.credential.id.removeLast()
        },
        ForgeryCase("a credential id of 33 bytes", .credentialIDLength) {
            $0.credential.idLength = 33
            $0.credential.id.append(0)
        },
        ForgeryCase("a credential id of 65535 bytes", .credentialIDLength) { $0.credential.idLength = 65_535 },
        ForgeryCase("a credential id of 0 bytes", .credentialIDLength) {
            $0.credential.idLength = 0
            $0.credential.id = []
        },
        ForgeryCase("another credential id", .credentialID) { $0.credential.id[31] ^= 1 },
        ForgeryCase("another key in the credential", .credentialKey) { $0.credential.publicKey[64] ^= 1 },
        ForgeryCase("another algorithm in the credential", .credentialKeyForm) { $0.credential.keyHead[4] = 0x27 },
        ForgeryCase("a compressed point in the credential", .credentialKeyForm) { $0.credential.keyMiddle[0] = 0xF5 },
        ForgeryCase("no credential", .authenticatorDataLength) { $0.attestation.authenticatorData.credential = nil },
        ForgeryCase("a key that ends early", .authenticatorDataLength) { $0.credential.publicKey.removeLast() },
    ]

    private static func map(_ members: (name: String, value: [UInt8])...) -> [UInt8] { CBORWriter.map(members) }

    private static func category(_ value: [UInt8]) -> [UInt8] { map((AuthenticatorExtensions.categoryName, value)) }

    private static func version(_ value: [UInt8]) -> [UInt8] { map((AuthenticatorExtensions.versionName, value)) }

    private static let extensions: [ForgeryCase] = [
        ForgeryCase("a byte that begins nothing", .extensions) {
            $0.attestation.authenticatorData.extensions = [0x1C]
        },
        ForgeryCase("an array", .extensions) { $0.attestation.authenticatorData.extensions = [0x80] },
        ForgeryCase("a map of indefinite length", .extensions) {
            $0.attestation.authenticatorData.extensions = [0xBF, 0xFF]
        },
        ForgeryCase("a map that ends early", .extensions) {
            $0.attestation.authenticatorData.extensions = category(CBORWriter.bytes([4, 0, 0, 0])).dropLast()
        },
        ForgeryCase("a key twice", .extensions) {
            $0.attestation.authenticatorData.extensions = map(("a", [0]), ("a", [1]))
        },
        ForgeryCase("a byte after the map", .extensionsTrailing) {
            $0.attestation.authenticatorData.extensions = category(CBORWriter.bytes([4, 0, 0, 0])) + [0]
        },
        ForgeryCase("a second map", .extensionsTrailing) {
            $0.attestation.authenticatorData.extensions = [0xA0, 0xA0]
        },
        ForgeryCase("a version as bytes", .bundleVersion) {
            $0.attestation.authenticatorData.extensions = version(CBORWriter.bytes([0x34, 0x32]))
        },
        ForgeryCase("an empty version", .bundleVersion) {
            $0.attestation.authenticatorData.extensions = version(CBORWriter.text(""))
        },
        ForgeryCase("a version of 65 bytes", .bundleVersion) {
            $0.attestation.authenticatorData.extensions = version(CBORWriter.text(String(repeating: "1", count: 65)))
        },
        ForgeryCase("a version with a line end", .bundleVersion) {
            $0.attestation.authenticatorData.extensions = version(CBORWriter.text("42\n"))
        },
        ForgeryCase("a category of three bytes", .categoryForm) {
            $0.attestation.authenticatorData.extensions = category(CBORWriter.bytes([4, 0, 0]))
        },
        ForgeryCase("a category of five bytes", .categoryForm) {
            $0.attestation.authenticatorData.extensions = category(CBORWriter.bytes([4, 0, 0, 0, 0]))
        },
        ForgeryCase("a category above 32 bits", .categoryForm) {
            $0.attestation.authenticatorData.extensions = category(CBORWriter.unsigned(1 << 32))
        },
        ForgeryCase("a category as text", .categoryForm) {
            $0.attestation.authenticatorData.extensions = category(CBORWriter.text("4"))
        },
        ForgeryCase("TestFlight where the App Store is asked for", .category) {
            $0.policy = try $0.world.policy(categories: .appStore)
            $0.attestation.authenticatorData.extensions = category(CBORWriter.unsigned(2))
        },
        ForgeryCase("4 with the highest byte first", .category) {
            $0.policy = try $0.world.policy(categories: .appStore)
            $0.attestation.authenticatorData.extensions = category(CBORWriter.bytes([0, 0, 0, 4]))
        },
        ForgeryCase("no map where a category is demanded", .categoryMissing) {
            $0.policy = try $0.world.policy(categories: AppAttestCategories(allowed: [4], absence: .refused))
        },
        ForgeryCase("a map without category where one is demanded", .categoryMissing) {
            $0.policy = try $0.world.policy(categories: AppAttestCategories(allowed: nil, absence: .refused))
            $0.attestation.authenticatorData.extensions = version(CBORWriter.text("42"))
        },
    ]

    /// The world's policy with another root for attestations.
    private static func policy(of forgery: Forgery, root: [UInt8]) throws -> AppAttestPolicy {
        try AppAttestPolicy(
            roots: [root], receiptRoots: [forgery.world.authority.receiptRoot], appIDs: [forgery.device.app.appID],
            environments: [.production], categories: .any)
    }

    /// The key of the world's root, which the authority does not keep.
    private static func rootKey() throws -> P256SigningKey {
        try P256SigningKey.generate(
            random: DerivedRandom(
                seed: Octets.secret([UInt8](repeating: 1, count: 32)), label: "synthetic app attest root"))
    }

    /// A certificate of `key` below the world's root.
    private static func intermediate(
        of forgery: Forgery, _ key: P256SigningKey, name: [UInt8], _ extensions: [[UInt8]]
    ) throws -> [UInt8] {
        try ForgedCertificate(
            issuer: SyntheticAppAttestAuthority.name(SyntheticAppAttestAuthority.rootName), subject: name,
            notBefore: forgery.leaf.notBefore, notAfter: forgery.leaf.notAfter,
            subjectPublicKeyInfo: SubjectPublicKeyInfo.encode(point: key.publicKey), extensions: extensions
        ).signed(by: rootKey())
    }

    /// The bytes with one text in the place of another of the same length.
    private static func replaced(_ bytes: [UInt8], _ old: String, _ new: String) -> [UInt8] {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else { return [] }
        return bytes[..<start] + new + bytes[(start + old.count)...]
    }
}
