import Foundation
import TestSupport
import Testing

/// What the fuzzer has found worth keeping goes through every parser again in every run.
@Suite("App Attest: corpus of the fuzzer")
struct CorpusTests {
    private static let folder = GoldenVectors.directory + "/appattest/fuzz"

    @Test("every input of the corpus is read or refused", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        let folder = Self.folder + "/" + target.rawValue
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count > 2)
        for name in names {
            let data = try #require(FileManager.default.contents(atPath: folder + "/" + name))
            target.run(Array(data))
        }
    }

    @Test("every folder of the corpus belongs to a target")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(Set(names) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
