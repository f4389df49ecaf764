/// A certificate as it stands now.
public struct RegisteredCertificate: Sendable, Equatable {
    public enum Status: String, Sendable {
        case valid = "VALID"
        case revoked = "REVOKED"
        case expired = "EXPIRED"
        /// Its key or its phone is suspended.
        case suspended = "SUSPENDED"
    }

    public let documentNumber: String
    /// "AUTH" or "SIGN".
    public let slot: String
    public let serial: String
    public let level: String
    public let der: [UInt8]
    /// Unix milliseconds.
    public let notBefore: Int64
    /// Unix milliseconds.
    public let notAfter: Int64
    /// By the database's clock when the row was read.
    public let status: Status

    init(_ row: inout RowReader) throws(StorageError) {
        documentNumber = try row.uuid()
        slot = try row.text()
        serial = try row.text()
        level = try row.text()
        der = try row.bytes()
        notBefore = try row.time()
        notAfter = try row.time()
        status = try row.name(Status.self)
    }
}
