import Glibc
import Synchronization
import Wire

/// Writes one JSON object a line. Messages are constants and fields a closed set (`LogField`): what varies is only what
/// was declared to be harmless.
public final class Logger: Sendable {
    /// Takes a finished line with its newline.
    public typealias Sink = @Sendable ([UInt8]) -> Void

    private let threshold: LogLevel
    private let sink: Sink

    /// - Parameter sink: standard output by default; a test collects lines instead.
    public init(threshold: LogLevel = .info, sink: @escaping Sink = Logger.standardOutput) {
        self.threshold = threshold
        self.sink = sink
    }

    /// Swallows everything.
    public static let silent = Logger(threshold: .error, sink: { _ in })

    public func log(_ level: LogLevel, _ message: StaticString, _ fields: [LogField] = []) {
        guard level >= threshold else { return }
        var writer = JSONWriter(reserving: 320)
        writer.object { writer in
            writer.member("ts", Self.timestamp())
            writer.member("level", level.text)
            writer.member("msg", message.description)
            for field in fields { field.write(&writer) }
        }
        sink(writer.bytes + [0x0A])
    }

    /// Writes at once, in the calling thread, which waits for a slow reader. For commands; a server uses `LogWriter`.
    public static let standardOutput: Sink = { line in LogWriter.write(line, to: 1) }

    /// RFC 3339 in UTC with milliseconds.
    private static func timestamp() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let text = Timestamp.format(unixSeconds: Int64(time.tv_sec))
        let milliseconds = String(time.tv_nsec / 1_000_000)
        return text.dropLast() + "." + String(repeating: "0", count: 3 - milliseconds.utf8.count) + milliseconds + "Z"
    }
}
