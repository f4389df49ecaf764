import Crypto
import Testing

@testable import Server

@Suite struct ProcessHardeningTests {
    @Test func forbidsDumpsAndTracing() async {
        await #expect(processExitsWith: .success) {
            #expect(!ProcessHardening.isApplied)
            ProcessHardening.eraseFreedMemory()
            try ProcessHardening.apply()
            #expect(ProcessHardening.isApplied)
        }
    }

    @Test func servesOnlyWhereLibrariesOverwriteWhatTheyGiveBack() async {
        await #expect(processExitsWith: .success) {
            _ = try P256SigningKey.generate(random: SystemRandom())
            // Too late: a key has been read.
            ProcessHardening.eraseFreedMemory()
            #expect(throws: ConfigurationError.self) { try ProcessHardening.apply() }
        }
    }
}
