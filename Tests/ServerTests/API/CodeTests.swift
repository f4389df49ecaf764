import Testing

@testable import Server

@Suite struct CodeTests {
    @Test func everyCodeHasExactlyOneRow() {
        let rows = CodeTable.topics.joined().map(\.code)
        #expect(rows.count == Code.allCases.count)
        #expect(Set(rows) == Set(Code.allCases))
    }

    @Test(arguments: Code.allCases) func aCodeIsUpperSnakeWithBothTexts(_ code: Code) {
        let words = code.rawValue.split(separator: "_", omittingEmptySubsequences: false)
        #expect(
            words.allSatisfy {
                !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
            })
        #expect((400..<600).contains(code.status))
        let (en, mn) = (code.text(.en), code.text(.mn))
        #expect(en.hasSuffix(".") && en.utf8.allSatisfy { $0 < 0x80 || $0 > 0xC1 || $0 < 0xC0 })
        #expect(mn.hasSuffix(".") && mn.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) })
        #expect(StatusTitle.text(code.status) != "Error")
    }

    /// wire-appendix.md §8, row by row.
    @Test func theStatusesOfTheProtocolAreThoseOfTheAppendix() {
        let expected: [(Int, [Code])] = [
            (400, [.s1Encoding, .k1Encoding, .s3Encoding, .s5Encoding, .k3Encoding, .nEncoding, .ckeyEncoding]),
            (400, [.modEncoding, .facEncoding, .pdlEncoding]),
            (400, [.sgCommitment, .r1Point, .r1Reflection, .dlSgR1, .ratchetEncoding]),
            (401, [.ratchetUnknown]),
            (403, [.dlSgQ1, .ratchetClone, .dlC3Invalid]),
            (404, [.sessionExpired]),
            (409, [.signingRestart, .inProgress, .signingStepTaken, .signingStepOutOfOrder, .signingAlreadyReleased]),
            (409, [.sessionTaken, .digestMismatch]),
            (422, [.rMismatch, .sRange, .sNotLow, .signatureInvalid]),
            (422, [.kgCommitment, .q1Point, .q1Reflection, .dlKgQ1, .nEven, .nSize, .nMod4, .nPerfectPower, .nPrime]),
            (422, [.nSmallFactor, .nSeen, .ckeyRange, .ckeyCoprime, .qMismatch]),
            (422, [.facBound, .facZRange, .facGroupRange, .facGroupCoprime, .facEquationP, .facEquationQ]),
            (422, [.facEquationN, .pdlBound, .pdlZ1Range, .pdlZ2Range, .pdlARange, .pdlGroupRange]),
            (422, [.pdlGroupCoprime, .pdlNCoprime, .pdlPoint, .pdlEquationCiphertext, .pdlEquationCurve]),
            (422, [.pdlEquationPedersen, .modWRange, .modWJacobi, .modBit, .modXRange, .modZRange]),
            (422, [.modFourthRoot, .modNthRoot]),
        ]
        for (status, codes) in expected {
            for code in codes { #expect(code.status == status, "\(code.rawValue)") }
        }
    }
}
