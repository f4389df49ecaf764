import Testing

@testable import Server

@Suite struct PersonIdentifierTests {
    @Test(arguments: [
        ("PNOMN-12345678", "12345678"), ("12345678", "12345678"), ("pnomn-12345678", "12345678"),
        (" PNOMN-12345678\t", "12345678"), ("PNOMN-МА74101813", "МА74101813"), ("МА74101813", "МА74101813"),
        ("ма74101813", "МА74101813"), ("pNoMn-өү00112233", "ӨҮ00112233"), ("ёЁ00112233", "ЁЁ00112233"),
        ("12345678901234567890", "12345678901234567890"),
    ])
    func accepted(_ path: String, _ text: String) throws {
        #expect(try PersonIdentifier(path: path).text == text)
    }

    @Test(arguments: ["PNOEE-40504040001", "NTRMN-1234567", "PASMN-E1234567", "idclv-1"])
    func otherSchemes(_ path: String) {
        #expect(throws: ServiceError(.personNotFound)) { try PersonIdentifier(path: path) }
    }

    /// Latin look-alikes, decomposed letters, wrong lengths, other digits.
    @Test(arguments: [
        "", " ", "PNOMN-", "PNOMN", "YX00112233", "УХ0011223", "УХ001122334", "У000112233", "УХ0011223A",
        "И\u{306}Х00112233", "123456789012345678901", "1234 5678", "١٢٣٤", "PNOMN-PNOMN-1", "-12345678",
    ])
    func refused(_ path: String) {
        #expect {
            try PersonIdentifier(path: path)
        } throws: {
            ($0 as? ServiceError)?.code == .personIdInvalid
        }
    }
}
