/// What each `Code` means: status, log level and the public texts. One table for the whole server, so that the same
/// outcome looks the same on every endpoint.
enum CodeTable {
    struct Row: Sendable {
        let code: Code
        let status: Int
        let level: LogLevel
        /// Public texts: no internal reason, no key, no personal number.
        let en: String
        let mn: String

        init(_ code: Code, _ status: Int, _ level: LogLevel, _ en: String, _ mn: String) {
            self.code = code
            self.status = status
            self.level = level
            self.en = en
            self.mn = mn
        }
    }

    static let topics: [[Row]] = [
        requests, service, access, attestation, attestationChecks, androidChecks, identity, enrolment, refresh, proofs,
        signing, pairing, sessions,
    ]

    private static let rows: [Code: Row] = Dictionary(
        topics.joined().map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// A code without a row (which a test rules out) is rendered as an internal error and does not stop the process.
    static func row(_ code: Code) -> Row {
        rows[code] ?? Row(code, 500, .error, "The server could not answer.", "Серверт алдаа гарлаа.")
    }
}

extension Code {
    /// The HTTP status of this outcome.
    public var status: Int { CodeTable.row(self).status }

    /// How the log reports it.
    public var level: LogLevel { CodeTable.row(self).level }

    /// The label in metrics: the code itself, a closed set.
    public var metricLabel: String { rawValue }

    /// The public text, the error body's `detail`.
    public func text(_ language: Language) -> String {
        let row = CodeTable.row(self)
        return language == .mn ? row.mn : row.en
    }
}
