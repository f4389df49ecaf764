import Storage
import Testing
import Wire

@testable import Bench

/// The pieces of `tamga bench requests` that decide what a figure means.
@Suite struct RequestsTests {
    private func end(_ text: String) throws(BenchError) -> ResponseEnd? { try end(Array(text.utf8)) }

    private func end(_ bytes: [UInt8]) throws(BenchError) -> ResponseEnd? {
        try bytes.withUnsafeBytes { raw in
            Result { () throws(BenchError) in try ResponseEnd(raw) }
        }.get()
    }

    @Test func aResponseEndsWhereItsLengthSays() throws {
        let head = "HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\n"
        let whole = try #require(try end(head + "hello"))
        #expect(whole.status == 200 && whole.count == head.utf8.count + 5 && !whole.closes)
        let bytes = Array((head + "hello").utf8)
        for count in bytes.indices { #expect(try end(Array(bytes[..<count])) == nil, "\(count)") }
        #expect(try end("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?.status == 503)
        #expect(try end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?.closes == true)
        #expect(throws: BenchError.self) { try end(head + "hello!") }
        #expect(throws: BenchError.self) { try end("HTTP/1.1 200 OK\r\n\r\n") }
        #expect(throws: BenchError.self) { try end("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n") }
        // Neither may a length beyond every response trap.
        #expect(try end("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n") == nil)
    }

    @Test func pgbenchNamesItsRate() throws {
        let output = "latency average = 5.1 ms\ntps = 2345.678901 (without initial connection time)\n"
        #expect(try PgbenchScript.rate(in: output) == 2345.678901)
        #expect(throws: BenchError.self) { try PgbenchScript.rate(in: "pgbench: error") }
    }

    private func samples(_ values: Double...) -> Samples {
        var samples = Samples()
        for value in values { samples.add(value) }
        return samples
    }

    private func figures(nginx: Samples?, pgbench: Samples?) -> RequestsFigures {
        RequestsFigures(
            settings: RequestsSettings(rounds: 3), resultBytes: 2_000, reads: samples(100, 400, 900), files: nginx,
            starts: samples(10, 30, 20), transactions: pgbench)
    }

    @Test func goalsAreRatiosOfMedians() throws {
        let both = figures(nginx: samples(900, 1_000, 1_100), pgbench: samples(51, 51, 51))
        #expect(both.goals.map(\.value) == [0.4, 20.0 / 51])
        #expect(both.goals.map(\.isMet) == [true, false])
        #expect(both.text.contains("read / nginx") && both.text.contains("(goal ≥ 0.400: met)"))
        let json = try JSONParser.parse(both.json)
        #expect(json["goals"]?["start / pgbench"]?["met"] == .bool(false))
        #expect(both.resultBytes == 2_000 && json["resultBytes"] != nil)
    }

    /// Without them there is nothing to miss, and it is said.
    @Test func whatIsNotInstalledIsSaidAndLeftOut() throws {
        let alone = figures(nginx: nil, pgbench: nil)
        #expect(alone.goals.isEmpty)
        #expect(alone.text.contains("not installed (Debian: nginx-light)"))
        #expect(alone.text.contains("not installed (Debian: postgresql-15)"))
        #expect(try JSONParser.parse(alone.json)["nginx"] == .null)
        #expect(InstalledProgram.path("no-such-program-anywhere") == nil)
        #expect(InstalledProgram.path("sh") != nil)
    }
}
