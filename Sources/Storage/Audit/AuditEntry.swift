/// One line of the audit. It is written in the transaction that it describes, so that neither exists without the other.
public struct AuditEntry: Sendable, Equatable {
    /// A stable name such as "key.suspended".
    public var kind: String
    /// What it is about: a document number, a session id. Never a personal number.
    public var subject: String
    /// Facts as text. Stored as a JSON object.
    public var detail: [String: String]

    public init(kind: String, subject: String, detail: [String: String] = [:]) {
        self.kind = kind
        self.subject = subject
        self.detail = detail
    }
}
