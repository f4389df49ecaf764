/// A receipt as Apple's servers write it, each field open to change.
struct SyntheticReceipt {
    var fields: [(type: UInt8, value: [UInt8])]

    /// - Parameter createdAt: Unix seconds
    init(
        kind: AppAttestReceipt.Kind, appID: String, certificate: [UInt8], clientHash: [UInt8],
        environment: AppAttestEnvironment, createdAt: Int64
    ) {
        let name = environment == .production ? "production" : "sandbox"
        fields = [
            (2, Array(appID.utf8)), (3, certificate), (4, clientHash), (5, Array("synthetic".utf8)),
            (6, Array(kind.rawValue.utf8)), (7, Array(name.utf8)), (12, Self.time(createdAt)),
            (21, Self.time(createdAt + 90 * SyntheticAppAttestAuthority.day)),
        ]
    }

    /// The payload: the fields as they stand.
    var payload: [UInt8] {
        let entries = fields.map { field in
            DER.sequence([DER.integer([field.type]), DER.integer([1]), DER.octetString(field.value)])
        }
        return DER.element(0x31, Array(entries.joined()))
    }

    /// The whole message, signed by the authority's signer.
    func signed(by authority: SyntheticAppAttestAuthority) throws(CryptoError) -> [UInt8] {
        try SyntheticMessage(
            content: payload, signer: authority.receiptSigner, issuer: authority.receiptRootName,
            key: authority.receiptSignerKey
        ).encoded()
    }

    /// `2021-01-23T12:13:35.000Z`; the year 1970 for what cannot be written.
    static func time(_ unixSeconds: Int64) -> [UInt8] {
        let time = CalendarTime(unixSeconds: unixSeconds)
        let parts = [time?.month ?? 1, time?.day ?? 1, time?.hour ?? 0, time?.minute ?? 0, time?.second ?? 0]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
        let year = time?.year ?? 1970
        return Array("\(year)-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4]).000Z".utf8)
    }
}
