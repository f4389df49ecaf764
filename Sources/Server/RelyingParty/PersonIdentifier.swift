/// The `{id}` of `etsi/{id}` (rp-api.md §1): `PNOMN-` with a civil id or a register number, or either of them bare.
public struct PersonIdentifier: Sendable, Equatable {
    /// A civil id (1 to 20 digits) or a register number (two Cyrillic capitals and eight digits).
    public let text: String

    /// Reads a percent-decoded path segment. Blanks around it are dropped; the prefix and the letters of a register
    /// number may be of either case.
    ///
    /// A register number is only compared with those on record, so the rules about the date in it are not asked for.
    ///
    /// - Throws: PERSON_NOT_FOUND for a well-formed identifier of another scheme or country (`PNOEE-…`, `NTRMN-…`),
    ///   PERSON_ID_INVALID for anything else.
    public init(path segment: String) throws(ServiceError) {
        var scalars = Array(segment.unicodeScalars)
        while let last = scalars.last, Self.isBlank(last) { scalars.removeLast() }
        scalars.removeFirst(scalars.prefix(while: Self.isBlank).count)
        let upper = scalars.map(MongolianAlphabet.upperCase)
        if let prefix = Self.semanticsPrefix(upper) {
            guard prefix == "PNOMN" else { throw ServiceError(.personNotFound) }
            scalars.removeFirst(6)
        }
        let letters = scalars.prefix(2).map(MongolianAlphabet.upperCase)
        let digits = scalars.dropFirst(2)
        if (1...20).contains(scalars.count), scalars.allSatisfy(MongolianAlphabet.isDigit) {
            text = Self.string(scalars)
        } else if letters.allSatisfy(MongolianAlphabet.isCapital), digits.count == 8,
            digits.allSatisfy(MongolianAlphabet.isDigit)
        {
            text = Self.string(letters + digits)
        } else {
            throw ServiceError(.personIdInvalid, expected: "PNOMN-, then a civil id or a register number")
        }
    }

    /// The five capitals before the hyphen of an ETSI EN 319 412-1 identifier.
    private static func semanticsPrefix(_ upper: [Unicode.Scalar]) -> String? {
        guard upper.count > 6, upper[5] == "-", upper[..<5].allSatisfy({ ("A"..."Z").contains($0) }) else { return nil }
        return string(upper[..<5])
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
