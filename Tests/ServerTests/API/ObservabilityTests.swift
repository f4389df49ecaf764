import Crypto
import Glibc
import Storage
import Synchronization
import Testing
import Wire

@testable import Server

@Suite struct ObservabilityTests {
    private func line(_ fields: [LogField]) -> String {
        let text = Mutex("")
        Logger(threshold: .debug) { line in text.withLock { $0 = String(decoding: line, as: UTF8.self) } }
            .log(.info, "test", fields)
        return text.withLock { $0 }
    }

    @Test func aLineIsOneStrictJSONObject() throws {
        let text = line([.milliseconds(12.3456), .count("rows", 3), .errno(2), .outcome(.inProgress), .trace(nil)])
        #expect(text.contains(#""ms":12.345"#))
        #expect(text.contains(#""code":"IN_PROGRESS""#))
        _ = try JSONParser.parse(Array(text.utf8.dropLast()))
        #expect(text.filter { $0 == "\n" }.count == 1)
    }

    @Test func fieldsThatTakeTextTakeOnlyWhatTheyDeclare() {
        #expect(!line([.sqlState("УХ001")]).contains("sqlstate"))
        #expect(line([.sqlState("40001")]).contains("40001"))
        #expect(!line([.entity("session", "УХ00112233")]).contains("session"))
        #expect(line([.entity("session", RequestID().description)]).contains("session"))
    }

    @Test func aCauseIsMadeOfConstants() {
        let whole = line([.cause(FailureCause(StorageError.uniqueViolation(constraint: "attempt_pkey")))])
        #expect(whole.contains(#""cause":"unique_index","sqlstate":"23505","cause_name":"attempt_pkey""#))
        let place = line([.cause(FailureCause(.invariant, name: "Server/K3.swift:12"))])
        #expect(place.contains(#""cause_name":"Server/K3.swift:12""#))
        for name in ["УХ00112233", "a b", "a\"b", String(repeating: "a", count: 129)] {
            #expect(!line([.cause(FailureCause(.invariant, name: name))]).contains("cause_name"))
        }
        #expect(!line([.cause(FailureCause(.schema, sqlState: "no"))]).contains("sqlstate"))
    }

    @Test func aFailedTaskIsNamedWithItsCause() {
        let text = Mutex("")
        let metrics = Metrics()
        let failures = TaskFailures(
            metrics, logger: Logger { line in text.withLock { $0 += String(decoding: line, as: UTF8.self) } })
        failures.report("expiry", .other(sqlState: "42P01", reason: "refused by the database"))
        #expect(text.withLock { $0 }.contains(#""task":"expiry","cause":"database_other","sqlstate":"42P01""#))
        let rendered = String(decoding: metrics.render(), as: UTF8.self)
        #expect(rendered.contains(#"tamga_task_failures_total{task="expiry",cause="database_other"} 1"#))
    }

    @Test func everyErrorOfTheStoreHasACause() {
        let errors: [(StorageError, FailureCause.Kind)] = [
            (.unavailable(reason: ""), .databaseUnavailable), (.timeout(reason: ""), .databaseTimeout),
            (.uniqueViolation(constraint: ""), .uniqueIndex), (.serialization(sqlState: "40001"), .databaseConflict),
            (.invalidValue(reason: ""), .valueRefused), (.schema(reason: ""), .schema),
            (.other(sqlState: "XX000", reason: ""), .databaseOther),
        ]
        for (error, kind) in errors { #expect(ServiceError(error).cause?.kind == kind) }
        #expect(ServiceError(CryptoError("ENVELOPE_INVALID")).cause?.name == "ENVELOPE_INVALID")
        #expect(ServiceError(.internalFailure).cause?.name?.contains("ObservabilityTests.swift:") == true)
        #expect(ServiceError(.sessionNotFound).cause == nil)
    }

    @Test func aSlowReaderOfTheLogStopsNobody() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let writer = LogWriter(descriptor: ends[1])
        let logger = Logger(sink: writer.sink)
        // Far more than the pipe and the queue hold, and nobody reads yet.
        for number in 0..<(Limits.queuedLogLines * 2) { logger.log(.info, "line", [.count("n", number)]) }
        let reading = ends[0]
        let text = Mutex<[UInt8]>([])
        let reader = OSThread.start(name: "reader") {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(reading, &chunk, chunk.count)
                guard count > 0 else { return }
                text.withLock { $0.append(contentsOf: chunk[..<count]) }
            }
        }
        writer.stop()
        close(ends[1])
        reader?.join()
        close(ends[0])
        let lines = String(decoding: text.withLock { $0 }, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > Limits.queuedLogLines)
        #expect(lines.contains { $0.contains("log lines dropped") })
        #expect(lines.first?.contains(#""n":0"#) == true)
    }

    @Test func aClosedLogDoesNotEndTheProcess() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            signal(SIGPIPE, SIG_DFL)
            close(ends[0])
            let writer = LogWriter(descriptor: ends[1])
            Logger(sink: writer.sink).log(.info, "line")
            writer.stop()
        }
    }

    @Test func theThresholdHolds() {
        let count = Mutex(0)
        let logger = Logger(threshold: .warning) { _ in count.withLock { $0 += 1 } }
        for level in LogLevel.allCases { logger.log(level, "x") }
        #expect(count.withLock { $0 } == 2)
    }

    @Test func traceContextsAreReadStrictly() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        #expect(TraceParent(good)?.header == good)
        let zeros = String(repeating: "0", count: 32)
        for bad in [
            nil, "", good.uppercased(), "01" + good.dropFirst(2), good + "x", String(good.dropLast()),
            "00-\(zeros)-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            good.replacing("f", with: "g"),
        ] {
            #expect(TraceParent(bad) == nil)
        }
    }

    @Test func metricsAreInThePrometheusFormat() {
        let metrics = Metrics()
        let counter = metrics.counter("a_total", help: "A.", labels: ["x"])
        counter.add(2, ["q\"\\\n"])
        metrics.gauge("b", help: "B.", reading: { 1.5 })
        let histogram = metrics.histogram("c_seconds", help: "C.", bounds: [1, 2])
        for value in [0.5, 1.5, 9] { histogram.observe(value) }
        let expected = """
            # HELP a_total A.
            # TYPE a_total counter
            a_total{x="q\\"\\\\\\n"} 2
            # HELP b B.
            # TYPE b gauge
            b 1.5
            # HELP c_seconds C.
            # TYPE c_seconds histogram
            c_seconds_bucket{le="1"} 1
            c_seconds_bucket{le="2"} 2
            c_seconds_bucket{le="+Inf"} 3
            c_seconds_sum 11
            c_seconds_count 3

            """
        #expect(String(decoding: metrics.render(), as: UTF8.self) == expected)
    }

    @Test func labelSetsAreBounded() {
        let counter = Metrics().counter("a_total", help: "A.", labels: ["x"])
        for number in 0..<(Limits.labelSetsPerMetric + 10) { counter.add(1, ["\(number)"]) }
        #expect(counter.value(["0"]) == 1)
        #expect(counter.value(["\(Limits.labelSetsPerMetric + 1)"]) == 0)
    }
}
