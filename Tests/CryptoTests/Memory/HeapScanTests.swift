import Foundation
import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// No secret stays in memory when its owner has gone (threshold-ecdsa B39): an enrolment and a signature on both
/// halves, and then the whole writable memory of the process is read. In a process of its own, in which nothing else
/// runs.
@Suite struct HeapScanTests {
    private static let mark = "HEAP_SCAN_PROCESS"
    private static let isScanProcess = ProcessInfo.processInfo.environment[mark] != nil

    @Test func noSecretOutlivesItsOwner() throws {
        let scan = Process()
        scan.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        scan.arguments = ["--testing-library", "swift-testing", "--filter", "HeapScanTests/scanOfThisProcess"]
        scan.environment = ProcessInfo.processInfo.environment.merging([Self.mark: "1"]) { $1 }
        let output = Pipe()
        scan.standardOutput = output
        scan.standardError = output
        try scan.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        scan.waitUntilExit()
        #expect(scan.terminationStatus == 0, "\(text)")
        #expect(text.contains("scanned"), "\(text)")
    }

    @Test(.enabled(if: isScanProcess)) func scanOfThisProcess() throws {
        var needles = Needles()
        let parameters = try SharedParameters.published
        let core = try CoreKey(secret: CoreKey.generate(random: SystemRandom()))
        try SecretLives.run(&needles, parameters: parameters, core: core)
        #expect(needles.names.count > 140)
        let (hits, bytes) = try MemoryScan.run(needles)
        print("scanned \(bytes) bytes")
        for hit in hits { print(hit) }
        #expect(hits.isEmpty)
    }
}
