import Testing

@testable import Server

@Suite struct ProcessHardeningTests {
    @Test func forbidsDumpsAndTracing() async {
        await #expect(processExitsWith: .success) {
            #expect(!ProcessHardening.isApplied)
            try ProcessHardening.apply()
            #expect(ProcessHardening.isApplied)
        }
    }
}
