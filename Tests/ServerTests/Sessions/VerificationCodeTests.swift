import Crypto
import Testing

@testable import Server

@Suite struct VerificationCodeTests {
    /// Gives the words of a list, then zeros.
    private final class Scripted: RandomSource {
        private let words: Monitor<[UInt32]>

        init(_ words: [UInt32]) { self.words = Monitor(words) }

        func fill(_ buffer: UnsafeMutableRawBufferPointer) {
            var word = words.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
            withUnsafeBytes(of: &word) {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<buffer.count]))
            }
        }
    }

    private let challenge = (0..<64).map { UInt8($0) }

    /// rp-api.md §7: the challenge 00..3f has the code 4360.
    @Test func smartIDFormula() {
        #expect(VerificationCode.derived(from: challenge) == "4360")
    }

    @Test func formulaPadsWithZeros() {
        for seed in 0..<2_000 {
            let code = VerificationCode.derived(from: Array("\(seed)".utf8))
            #expect(code.utf8.count == 4 && code.utf8.allSatisfy { (0x30...0x39).contains($0) })
        }
    }

    @Test func whichCode() {
        func make(_ flow: SessionFlow, _ format: String, derived: Bool = false) -> VerificationCode {
            VerificationCode.make(
                flow: flow, derivedFrom: derived ? challenge : nil, format: format, random: SystemRandom())
        }
        #expect(make(.authentication, "alphaNumeric5", derived: true).value == "4360")
        #expect(make(.authentication, "alphaNumeric5", derived: true).kind == .numeric4)
        #expect(!make(.authentication, "alphaNumeric5", derived: true).isAnnounced)
        #expect(make(.authentication, "alphaNumeric5").kind == .alphaNumeric5)
        #expect(make(.authentication, "numeric4").kind == .alphaNumeric5)
        #expect(make(.signature, "alphaNumeric5").kind == .alphaNumeric5)
        #expect(make(.signature, "numeric4").kind == .numeric4)
        #expect(make(.signature, "anything").kind == .alphaNumeric5)
        for _ in 0..<200 {
            #expect(make(.signature, "alphaNumeric5").value.utf8.count == 5)
            #expect(make(.signature, "numeric4").value.utf8.count == 4)
        }
    }

    /// Words of the incomplete last round are drawn again, so that every code is equally likely.
    @Test func uniform() {
        #expect(VerificationCode.digits(5, Scripted([99_999])) == "99999")
        #expect(VerificationCode.digits(5, Scripted([100_007])) == "00007")
        #expect(VerificationCode.digits(5, Scripted([UInt32.max, 4_294_900_000, 42])) == "00042")
        #expect(VerificationCode.digits(5, Scripted([4_294_899_999])) == "99999")
        #expect(VerificationCode.digits(4, Scripted([4_294_960_000, 1])) == "0001")
    }
}
