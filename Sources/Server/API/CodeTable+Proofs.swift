/// The proofs of K3 and their parts (wire-appendix.md §3, §6). All of them depend on public data only. A wrong
/// shape of a proof inside K3 is 400, every other failed check 422 (§8).
extension CodeTable {
    static let proofs: [Row] = [
        family(
            "The discrete logarithm proof for Q1 was not accepted.",
            "Q1-ийн дискрет логарифмын баталгааг хүлээж авсангүй.",
            shape: [],
            others: [.dlKgQ1]),
        family(
            "The modulus proof was not accepted.",
            "Модулийн баталгааг хүлээж авсангүй.",
            shape: [.modEncoding],
            others: [.modWRange, .modWJacobi, .modBit, .modXRange, .modZRange, .modFourthRoot, .modNthRoot]),
        family(
            "The small factor proof was not accepted.",
            "Бага хуваагчгүйн баталгааг хүлээж авсангүй.",
            shape: [.facEncoding],
            others: [
                .facBound, .facZRange, .facGroupRange, .facGroupCoprime, .facEquationP, .facEquationQ, .facEquationN,
            ]),
        family(
            "The proof that ckey encrypts x1 was not accepted.",
            "ckey нь x1-ийг шифрлэснийг нотлох баталгааг хүлээж авсангүй.",
            shape: [.pdlEncoding],
            others: [
                .pdlBound, .pdlZ1Range, .pdlZ2Range, .pdlARange, .pdlGroupRange, .pdlGroupCoprime, .pdlNCoprime,
                .pdlPoint, .pdlEquationCiphertext, .pdlEquationCurve, .pdlEquationPedersen,
            ]),
        family(
            "The parameter proof was not accepted.",
            "Параметрийн баталгааг хүлээж авсангүй.",
            shape: [.prmEncoding],
            others: [.prmModulus, .prmBase, .prmARange, .prmZRange, .prmEquation]),
        family(
            "The discrete logarithm proof was not accepted.",
            "Дискрет логарифмын баталгааг хүлээж авсангүй.",
            shape: [.schnorrEncoding],
            others: [.schnorrPoint, .schnorrZRange, .schnorrEquation]),
        family(
            "A binary member is not strictly encoded.",
            "Хоёртын гишүүний кодчилол буруу байна.",
            shape: [
                .tlvPointFormat, .tlvIntegerSign, .tlvIntegerNegativeZero, .tlvIntegerNotMinimal, .tlvU64Length,
                .tlvListCount, .tlvTruncated, .tlvTag, .tlvTrailing, .tlvDepth,
            ],
            others: []),
    ].flatMap { $0 }

    /// Checks whose public text is the same: the code says which one failed.
    private static func family(_ en: String, _ mn: String, shape: [Code], others: [Code]) -> [Row] {
        shape.map { Row($0, 400, .info, en, mn) } + others.map { Row($0, 422, .warning, en, mn) }
    }
}
