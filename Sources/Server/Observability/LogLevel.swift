/// How much a log line matters.
public enum LogLevel: Int, Sendable, CaseIterable, Comparable {
    case debug
    case info
    /// Unusual, and handled; many of them are worth a look.
    case warning
    /// An operator should look.
    case error

    public var text: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    public static func < (a: LogLevel, b: LogLevel) -> Bool {
        a.rawValue < b.rawValue
    }
}
