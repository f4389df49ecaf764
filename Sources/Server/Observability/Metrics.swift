import Synchronization

/// The metrics of one process, in the Prometheus text format (version 0.0.4). Made once at start and passed in.
public final class Metrics: Sendable {
    private let families = Mutex<[any MetricFamily]>([])

    public init() {}

    /// A number that only grows. By convention the name ends with `_total`.
    public func counter(_ name: String, help: String, labels: [String] = []) -> Counter {
        register(Counter(name: name, help: help, labels: labels))
    }

    /// A number that is set.
    public func gauge(_ name: String, help: String, labels: [String] = []) -> Gauge {
        register(Gauge(name: name, help: help, labels: labels))
    }

    /// A number that is asked for when somebody reads the metrics.
    public func gauge(_ name: String, help: String, reading read: @escaping @Sendable () -> Double) {
        _ = register(ReadGauge(name: name, help: help, read: read))
    }

    /// A distribution over fixed bounds. By convention times are in seconds.
    public func histogram(
        _ name: String, help: String, labels: [String] = [], bounds: [Double] = Histogram.secondsBounds
    ) -> Histogram {
        register(Histogram(name: name, help: help, labels: labels, bounds: bounds))
    }

    /// The whole text, as `text/plain; version=0.0.4`.
    public func render() -> [UInt8] {
        var text = ""
        for family in families.withLock({ $0 }) { family.render(into: &text) }
        return Array(text.utf8)
    }

    private func register<Family: MetricFamily>(_ family: Family) -> Family {
        families.withLock { $0.append(family) }
        return family
    }
}

/// One metric with all its label sets.
protocol MetricFamily: Sendable {
    func render(into text: inout String)
}

/// Name, help, label names: what all families share.
struct MetricHead: Sendable {
    let name: String
    let help: String
    let labels: [String]

    func begin(_ kind: String, into text: inout String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    /// `{a="x",b="y"}`, or nothing; `extra` is appended last.
    func labelText(_ values: [String], extra: (String, String)? = nil) -> String {
        var pairs = zip(labels, values).map { "\($0)=\"\(Self.escaped($1))\"" }
        if let extra { pairs.append("\(extra.0)=\"\(extra.1)\"") }
        return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    private static func escaped(_ value: String) -> String {
        var out = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": out += "\\\\"
            case "\"": out += "\\\""
            case "\n": out += "\\n"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
