#if canImport(Crypto)
    @testable import Crypto
#endif

/// What a fuzzer throws bytes at: every parser that reads a stranger's attestation. No input may end the process, and
/// what is accepted must have the one form that it claims to have.
enum FuzzTarget: String, CaseIterable {
    case cbor
    case authenticatorData = "authenticator-data"
    case certificate
    case receipt
    case receiptPayload = "receipt-payload"
    case assertion
    case attestation

    func run(_ bytes: [UInt8]) {
        switch self {
        case .cbor: Self.cbor(bytes)
        case .authenticatorData: Self.authenticatorData(bytes)
        case .certificate: Self.certificate(bytes)
        case .receipt: Self.receipt(bytes)
        case .receiptPayload: Self.receiptPayload(bytes)
        case .assertion: Self.assertion(bytes)
        case .attestation: Self.attestation(bytes)
        }
    }

    /// What is read is what would be written: there is one form only.
    private static func cbor(_ bytes: [UInt8]) {
        guard let value = try? CBORReader.parse(bytes) else { return }
        precondition(encoded(value) == bytes, "two forms of one item")
    }

    private static func encoded(_ value: CBORValue) -> [UInt8] {
        switch value {
        case .unsigned(let number): CBORWriter.head(0, number)
        case .negative(let number): CBORWriter.head(1, number)
        case .bytes(let content): CBORWriter.bytes(Array(content))
        case .text(let text): CBORWriter.text(text)
        case .array(let items): CBORWriter.array(items.map(encoded))
        case .map(let entries):
            CBORWriter.head(5, UInt64(entries.count)) + entries.flatMap { encoded($0.key) + encoded($0.value) }
        case .boolean(let flag): [flag ? 0xF5 : 0xF4]
        case .null: [0xF6]
        }
    }

    private static func authenticatorData(_ bytes: [UInt8]) {
        guard let head = try? AuthenticatorHead(bytes) else { return }
        _ = try? AuthenticatorExtensions(head.rest)
        guard let credential = try? AttestedCredential(head.rest) else { return }
        let written = SyntheticAuthenticatorData(
            appIDHash: head.appIDHash, flags: head.flags, counter: head.counter,
            credential: SyntheticAuthenticatorData.Credential(
                aaguid: credential.aaguid, id: credential.credentialID, publicKey: credential.publicKey))
        precondition(bytes.starts(with: written.encoded), "two forms of one credential")
    }

    private static func certificate(_ bytes: [UInt8]) {
        _ = try? AttestedCertificate.nonce(in: [bytes])
        if let raw = try? ECDSASignatureDER.decode(bytes) {
            precondition((try? ECDSASignatureDER.encode(raw)) == bytes, "two forms of one signature")
        }
        guard let certificate = try? X509Handle(der: bytes) else { return }
        _ = try? CertificateInspector.inspect(certificate)
        _ = try? AttestedCertificate.nonce(in: certificate.extensionValues(AttestedCertificate.nonceExtension))
        _ = certificate.extensionValues(AppAttestReceiptVerifier.signerExtension)
        _ = try? CertificateChain.verify(
            leaf: bytes, intermediates: [bytes], roots: AppleRoots.receipts, atUnixSeconds: now)
    }

    private static func receipt(_ bytes: [UInt8]) {
        guard let policy else { preconditionFailure("no policy") }
        _ = try? AppAttestReceiptVerifier(policy: policy).verifyExchanged(
            bytes, appID: appID, publicKey: [UInt8](repeating: 4, count: 65), now: now)
        if let message = try? SignedMessage(bytes) { receiptPayload(message.content) }
    }

    private static func receiptPayload(_ bytes: [UInt8]) {
        guard let payload = try? ReceiptPayload(bytes) else { return }
        _ = try? payload.optionalNumber(.riskMetric)
        _ = try? payload.optionalTime(.notBefore)
        _ = try? payload.optionalText(.environment)
        _ = try? AppAttestReceipt(encoding: bytes, payload: payload)
        _ = ReceiptTime.milliseconds(bytes)
    }

    private static func assertion(_ bytes: [UInt8]) {
        guard let policy else { preconditionFailure("no policy") }
        _ = try? AppAttestVerifier(policy: policy).verifyAssertion(
            bytes, publicKey: point, appID: appID, clientDataHash: zeros)
    }

    private static func attestation(_ bytes: [UInt8]) {
        guard let policy else { preconditionFailure("no policy") }
        _ = try? AppAttestVerifier(policy: policy).verifyAttestation(
            bytes, keyID: zeros, clientDataHash: zeros, now: now)
    }

    private static let zeros = [UInt8](repeating: 0, count: 32)
    /// The generator of P-256.
    private static let point: [UInt8] = [
        0x04,
        0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
        0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96,
        0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16,
        0x2B, 0xCE, 0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
    ]
    /// Of the genuine sample with which the corpus begins.
    private static let appID = "6MURL8TA57.de.vincent-haupert.apple-appattest-poc"
    private static let now: Int64 = 1_611_404_013
    private static let policy = try? AppAttestPolicy(
        roots: AppleRoots.appAttestation, receiptRoots: AppleRoots.receipts, appIDs: [appID],
        environments: [.development], categories: .any)
}
