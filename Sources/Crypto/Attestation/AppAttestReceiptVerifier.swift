/// Receipts of App Attest: signed by Apple, of this app, of this key (Apple, *Assessing Fraud Risk*).
public struct AppAttestReceiptVerifier: Sendable {
    /// The largest receipt, in bytes; genuine ones have under 4 KB.
    public static let maximumByteCount = 16 * 1024
    /// By how much Apple's clock may be ahead of ours, in seconds.
    public static let clockSkew: Int64 = 60

    /// 1.2.840.113635.100.12.15: what Apple's signer of receipts has and no other certificate below the same root.
    /// Among those are certificates that every developer can get.
    static let signerExtension = [1, 2, 840, 113635, 100, 12, 15]

    private let policy: AppAttestPolicy

    public init(policy: AppAttestPolicy) {
        self.policy = policy
    }

    /// A receipt that came with an attestation: of kind ATTEST, of this certificate and client data, and fresh.
    /// - Parameters:
    ///   - certificate: DER of the attested key's certificate
    ///   - clientDataHash: 32 bytes
    ///   - now: Unix seconds
    /// - Throws: the first `.receipt…` check that fails
    public func verifyAttested(
        _ receipt: [UInt8], appID: String, certificate: [UInt8], clientDataHash: [UInt8], now: Int64
    ) throws(AttestationError) -> AppAttestReceipt {
        let values = try verify(receipt, appID: appID, now: now)
        guard holds("ATTESTATION_RECEIPT_KEY/certificate", values.certificate == certificate) else {
            throw .receiptKey
        }
        guard holds("ATTESTATION_RECEIPT_CLIENT_HASH", values.clientHash == clientDataHash) else {
            throw .receiptClientHash
        }
        guard holds("ATTESTATION_RECEIPT_KIND/attest", values.kind == .attest) else { throw .receiptKind }
        try checkFresh(values, now: now)
        return values
    }

    /// A receipt that Apple's server has just given for an earlier one: of kind RECEIPT, of this key, and fresh. Its
    /// client hash is not looked at: Apple mangles it.
    /// - Parameters:
    ///   - publicKey: of the stored key, uncompressed point, 65 bytes
    ///   - now: Unix seconds
    /// - Throws: the first `.receipt…` check that fails; `.receiptField` also when there is no risk metric
    public func verifyExchanged(
        _ receipt: [UInt8], appID: String, publicKey: [UInt8], now: Int64
    ) throws(AttestationError) -> AppAttestReceipt {
        let values = try verify(receipt, appID: appID, now: now)
        let attested = try? CertificateInspector.inspect(values.certificate).publicKey
        guard holds("ATTESTATION_RECEIPT_KEY/point", attested == publicKey) else { throw .receiptKey }
        guard holds("ATTESTATION_RECEIPT_KIND/receipt", values.kind == .receipt) else { throw .receiptKind }
        guard values.riskMetric != nil else { throw .receiptField }
        try checkFresh(values, now: now)
        return values
    }

    /// What both kinds have in common.
    private func verify(
        _ receipt: [UInt8], appID: String, now: Int64
    ) throws(AttestationError) -> AppAttestReceipt {
        guard holds("ATTESTATION_RECEIPT_SIZE", (1...Self.maximumByteCount).contains(receipt.count)) else {
            throw .receiptSize
        }
        let message = try SignedMessage(receipt)
        try checkSigner(of: message, now: now)
        let values = try AppAttestReceipt(encoding: receipt, payload: ReceiptPayload(message.content))
        guard holds("ATTESTATION_RECEIPT_APP_ID", values.appID == appID) else { throw .receiptAppID }
        return values
    }

    private func checkSigner(of message: SignedMessage, now: Int64) throws(AttestationError) {
        do {
            try CertificateChain.verify(
                leaf: message.signer, intermediates: message.certificates, roots: policy.receiptRoots,
                atUnixSeconds: now)
        } catch {
            switch error.code {
            case "CHAIN_EXPIRED", "CHAIN_NOT_YET_VALID": throw .receiptChainTime
            case "CRYPTO_LIBRARY": throw .library
            default: throw .receiptChain
            }
        }
        let marks = try? X509Handle(der: message.signer).extensionValues(Self.signerExtension)
        guard holds("ATTESTATION_RECEIPT_SIGNER", marks?.isEmpty == false) else { throw .receiptSigner }
    }

    private func checkFresh(_ receipt: AppAttestReceipt, now: Int64) throws(AttestationError) {
        let (milliseconds, overflow) = now.multipliedReportingOverflow(by: 1000)
        guard !overflow else { throw .receiptStale }
        // Moments of receipts are those of four-digit years: no difference of two leaves 64 bits.
        let age = milliseconds.subtractingReportingOverflow(receipt.createdAt).partialValue
        guard holds("ATTESTATION_RECEIPT_FUTURE", age >= -Self.clockSkew * 1000) else { throw .receiptFuture }
        guard holds("ATTESTATION_RECEIPT_STALE", age / 1000 <= policy.receiptAge) else { throw .receiptStale }
        guard holds("ATTESTATION_RECEIPT_EXPIRED", milliseconds < receipt.expiresAt) else { throw .receiptExpired }
    }
}

extension AppAttestReceipt {
    /// The values of a receipt that was verified when it came. Its signer's certificates are not looked at again: they
    /// may have ended since.
    /// - Parameter encoding: as it was stored
    /// - Throws: `.receiptEncoding`, `.receiptPayload`, `.receiptFieldRepeated`, `.receiptField`
    public init(stored encoding: [UInt8]) throws(AttestationError) {
        try self.init(encoding: encoding, payload: ReceiptPayload(SignedMessage(encoding).content))
    }

    init(encoding: [UInt8], payload: ReceiptPayload) throws(AttestationError) {
        guard let kind = Kind(rawValue: try payload.text(.kind)) else { throw .receiptField }
        self.encoding = encoding
        self.kind = kind
        appID = try payload.text(.appID)
        certificate = try payload.bytes(.certificate)
        clientHash = try payload.bytes(.clientHash)
        environment = try payload.optionalText(.environment)
        createdAt = try payload.time(.createdAt)
        riskMetric = try payload.optionalNumber(.riskMetric)
        notBefore = try payload.optionalTime(.notBefore)
        expiresAt = try payload.time(.expiresAt)
    }
}
