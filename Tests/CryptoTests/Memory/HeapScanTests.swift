import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// No secret stays in memory when its owner has gone (threshold-ecdsa B39): an enrolment and a signature on both
/// halves, and then the whole writable memory of the process is read. In a process of its own, in which nothing else
/// runs.
@Suite struct HeapScanTests {
    @Test func noSecretOutlivesItsOwner() throws {
        let scan = try ScanProcess.run("HeapScanTests/scanOfThisProcess")
        #expect(scan.status == 0, "\(scan.output)")
        #expect(scan.output.contains("scanned"), "\(scan.output)")
    }

    @Test(.enabled(if: ScanProcess.isThis)) func scanOfThisProcess() throws {
        #expect(LibraryMemory.eraseWhatIsFreed())
        var needles = Needles()
        let parameters = try SharedParameters.published
        let core = try CoreKey(secret: CoreKey.generate(random: SystemRandom()))
        try SecretLives.run(&needles, parameters: parameters, core: core, random: ErasingRandom("lives"))
        #expect(needles.names.count > 200)
        // The same once more, now that all secrets are known: each block as it is given back.
        var same = Needles()
        let (blocks, findings) = try FreedMemory.watch(needles) {
            try SecretLives.run(&same, parameters: parameters, core: core, random: ErasingRandom("lives"))
        }
        #expect(blocks > 10_000)
        for finding in findings.prefix(40) { print(finding) }
        #expect(findings.isEmpty)
        let (hits, bytes) = try MemoryScan.run(needles)
        print("scanned \(bytes) bytes")
        for hit in hits { print(hit) }
        #expect(hits.isEmpty)
    }
}
