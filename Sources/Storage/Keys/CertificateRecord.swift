/// A certificate that was issued on a key.
public struct CertificateRecord: Sendable, Equatable {
    public enum State: String, Sendable {
        case pending = "PENDING"
        case active = "ACTIVE"
        case revoked = "REVOKED"
    }

    public let serial: String
    public let keyId: String
    public let documentNumber: String
    public let slot: String
    public let der: [UInt8]
    public let level: String
    public let state: State
    /// Unix milliseconds.
    public let notBefore: Int64
    /// Unix milliseconds.
    public let notAfter: Int64
    /// Unix milliseconds; nil unless revoked.
    public let revokedAt: Int64?
    public let reason: String?

    static let columns: SQL = """
        e.serial, e.key_id, e.document_number, e.slot, e.der, e.level, e.state, e.not_before, e.not_after, e.revoked_at,
        e.reason
        """

    init(_ row: inout RowReader) throws(StorageError) {
        serial = try row.text()
        keyId = try row.uuid()
        documentNumber = try row.uuid()
        slot = try row.text()
        der = try row.bytes()
        level = try row.text()
        state = try row.name(State.self)
        notBefore = try row.time()
        notAfter = try row.time()
        revokedAt = try row.optionalTime()
        reason = try row.optionalText()
    }

    /// Reads the columns of an outer join from a reader that stands before them and may be left there: nil when there
    /// is no certificate.
    static func optional(_ row: RowReader) throws(StorageError) -> CertificateRecord? {
        var look = row
        guard try look.optionalText() != nil else { return nil }
        var reader = row
        return try CertificateRecord(&reader)
    }
}
