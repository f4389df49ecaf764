import Crypto
import Storage

/// Why something failed inside the service: for the log and the metrics, never for a client. Every part is a constant
/// of this program or of PostgreSQL, so that no value of a person or a key can be in it.
public struct FailureCause: Sendable, Equatable {
    /// A closed set: the label of a metric.
    public enum Kind: String, Sendable, CaseIterable {
        case databaseUnavailable = "database_unavailable"
        case databaseTimeout = "database_timeout"
        case databaseConflict = "database_conflict"
        case uniqueIndex = "unique_index"
        case valueRefused = "value_refused"
        case schema = "schema"
        case databaseOther = "database_other"
        /// The cryptographic core refused what this service made or stored itself.
        case cryptography = "cryptography"
        /// Something that no code of ours should let happen.
        case invariant = "invariant"
    }

    public let kind: Kind
    /// SQLSTATE, where the database gave one.
    public let sqlState: String?
    /// The constraint, the failed check, or the place in the source.
    public let name: String?

    init(_ kind: Kind, sqlState: String? = nil, name: String? = nil) {
        self.kind = kind
        self.sqlState = sqlState
        self.name = name
    }

    init(_ error: StorageError) {
        switch error {
        case .unavailable: self.init(.databaseUnavailable)
        case .timeout: self.init(.databaseTimeout)
        case .uniqueViolation(let constraint): self.init(.uniqueIndex, sqlState: "23505", name: constraint)
        case .serialization(let state): self.init(.databaseConflict, sqlState: state)
        case .invalidValue: self.init(.valueRefused)
        case .schema: self.init(.schema)
        case .other(let state, _): self.init(.databaseOther, sqlState: state)
        }
    }

    init(_ error: CryptoError) { self.init(.cryptography, name: error.code) }
}
