import Storage

/// Counts what an operator must look at; the audit holds the same, for good and with its subject.
public struct Alerts: Sendable {
    private let total: Counter

    public init(_ metrics: Metrics) {
        total = metrics.counter(
            "tamga_alerts_total", help: "Events that an operator must look at, by kind.", labels: ["kind"])
        // Present from the start, so that the first event is a change.
        for kind in AlertKind.allCases { count(kind, 0) }
    }

    func count(_ kind: AlertKind) { count(kind, 1) }

    /// Counts an alert that belongs to no other change, and writes its entry.
    /// - Parameter subject: a document number
    func write(
        _ kind: AlertKind, about subject: String, _ detail: [String: String], to audit: AuditLog,
        _ deadline: MonotonicTime
    ) throws(ServiceError) {
        count(kind)
        let entry = AuditEntry(kind: kind.auditKind, subject: subject, detail: detail)
        try ServiceError.storing { () throws(StorageError) in try audit.write(entry, deadline: deadline.storage) }
    }

    private func count(_ kind: AlertKind, _ amount: Int) { total.add(amount, [kind.rawValue]) }
}
