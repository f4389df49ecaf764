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

    private func count(_ kind: AlertKind, _ amount: Int) { total.add(amount, [kind.rawValue]) }
}
