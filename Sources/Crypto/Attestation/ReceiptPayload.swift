/// The content of a receipt: SET OF SEQUENCE { INTEGER type, INTEGER version, OCTET STRING value }, in no order that
/// one could rely on. Types that are not known are passed over.
struct ReceiptPayload {
    enum Field: UInt32 {
        case appID = 2
        case certificate = 3
        case clientHash = 4
        case kind = 6
        case environment = 7
        case createdAt = 12
        case riskMetric = 17
        case notBefore = 19
        case expiresAt = 21
    }

    private let values: [Field: [UInt8]]

    init(_ content: [UInt8]) throws(AttestationError) {
        var outer = DERReader(content)
        guard let set = outer.next(0x31), holds("ATTESTATION_RECEIPT_PAYLOAD/trailing", outer.isAtEnd) else {
            throw .receiptPayload
        }
        var values: [Field: [UInt8]] = [:]
        var entries = DERReader(set)
        while !entries.isAtEnd {
            guard let entry = entries.next(DER.sequenceTag) else { throw .receiptPayload }
            var members = DERReader(entry)
            guard let type = members.nextUnsigned(), members.nextUnsigned() != nil,
                let value = members.next(DER.octetStringTag),
                holds("ATTESTATION_RECEIPT_PAYLOAD/entry", members.isAtEnd)
            else {
                throw .receiptPayload
            }
            guard type.count <= 4, let field = Field(rawValue: type.reduce(0) { $0 << 8 | UInt32($1) }) else {
                continue
            }
            let isNew = values.updateValue(Array(value), forKey: field) == nil
            guard holds("ATTESTATION_RECEIPT_FIELD_REPEATED", isNew) else { throw .receiptFieldRepeated }
        }
        self.values = values
    }

    /// The value of a field that must be there and not empty.
    func bytes(_ field: Field) throws(AttestationError) -> [UInt8] {
        guard let value = values[field], !value.isEmpty else { throw .receiptField }
        return value
    }

    func text(_ field: Field) throws(AttestationError) -> String {
        guard let text = String(validating: try bytes(field), as: UTF8.self) else { throw .receiptField }
        return text
    }

    func optionalText(_ field: Field) throws(AttestationError) -> String? {
        values[field] == nil ? nil : try text(field)
    }

    /// Unix milliseconds.
    func time(_ field: Field) throws(AttestationError) -> Int64 {
        guard let time = ReceiptTime.milliseconds(try bytes(field)) else { throw .receiptField }
        return time
    }

    func optionalTime(_ field: Field) throws(AttestationError) -> Int64? {
        values[field] == nil ? nil : try time(field)
    }

    /// A number in ASCII decimals.
    func optionalNumber(_ field: Field) throws(AttestationError) -> UInt32? {
        guard let digits = values[field] else { return nil }
        guard (1...10).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt32(String(decoding: digits, as: UTF8.self))
        else {
            throw .receiptField
        }
        return number
    }
}
