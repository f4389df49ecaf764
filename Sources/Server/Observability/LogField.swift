import Wire

/// What may stand in a log line. The set is closed and none of its members takes free text that came from outside, so a
/// key, a token, a name or a registration number cannot get into a log by accident: there is no field for it.
public enum LogField: Sendable {
    case requestID(RequestID)
    case trace(TraceParent?)
    /// A route's template (`/session/{id}`), never the path.
    case route(String)
    case method(KnownMethod)
    case status(Int)
    case milliseconds(Double)
    case outcome(Code)
    /// A transport's or parser's own code: a constant of ours.
    case detail(StaticString)
    case count(StaticString, Int)
    case seconds(StaticString, Int)
    /// An SQLSTATE; anything that is not five capitals or digits is left out.
    case sqlState(String)
    case errno(Int32)
    /// An address of our own, at start.
    case listening(SocketAddress)
    /// An id that we made: a session, an enrolment, a boot. Anything but a canonical UUID is left out.
    case entity(StaticString, String)
    /// A background task, by its name.
    case task(StaticString)
    /// Why something failed. Of its parts only what looks like a constant is written.
    case cause(FailureCause)

    func write(_ writer: inout JSONWriter) {
        switch self {
        case .requestID(let id): writer.member("request_id", id.description)
        case .trace(let trace): writer.memberIfPresent("trace_id", trace?.traceID)
        case .route(let template): writer.member("route", template)
        case .method(let method): writer.member("method", method.rawValue)
        case .status(let status): writer.member("status", status)
        case .milliseconds(let value): writer.member("ms", json: Self.decimal(value))
        case .outcome(let code): writer.member("code", code.rawValue)
        case .detail(let text): writer.member("detail", text.description)
        case .count(let name, let value): writer.member(name.description, value)
        case .seconds(let name, let value): writer.member(name.description + "_s", value)
        case .sqlState(let state):
            if Self.isSQLState(state) { writer.member("sqlstate", state) }
        case .errno(let number): writer.member("errno", Int(number))
        case .listening(let address): writer.member("listening", address.description)
        case .entity(let name, let id):
            if UUIDText.isValid(id) { writer.member(name.description, id) }
        case .task(let name): writer.member("task", name.description)
        case .cause(let cause):
            writer.member("cause", cause.kind.rawValue)
            if let state = cause.sqlState, Self.isSQLState(state) { writer.member("sqlstate", state) }
            if let name = cause.name, Self.isConstant(name) { writer.member("cause_name", name) }
        }
    }

    /// A constraint, a code, or a place in the source: ASCII without blanks.
    private static func isConstant(_ text: String) -> Bool {
        text.utf8.count <= 128
            && text.utf8.allSatisfy { byte in
                (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || [0x2B, 0x2E, 0x2F, 0x5F].contains(byte)
            }
    }

    private static func isSQLState(_ text: String) -> Bool {
        text.utf8.count == 5 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// Three decimals, without going through a locale.
    private static func decimal(_ value: Double) -> [UInt8] {
        let thousandths = value.isFinite ? Int64(min(max(value * 1_000, 0), 1e15)) : 0
        let fraction = String(thousandths % 1_000)
        return Array(
            (String(thousandths / 1_000) + "." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction).utf8
        )
    }
}

/// The methods by name; every other is `other`, so that nobody can write into the log or invent metric labels.
public enum KnownMethod: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case patch = "PATCH"
    case options = "OPTIONS"
    case other = "OTHER"

    public init(_ method: String) {
        self = KnownMethod(rawValue: method) ?? .other
    }
}
