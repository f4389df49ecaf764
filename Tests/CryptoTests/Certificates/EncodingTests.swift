import Foundation
import Testing

@testable import Crypto

@Suite("PEM, signatures, DER and calendar")
struct EncodingTests {
    @Test("PEM gives back what it was given, and is what the library writes")
    func pem() throws {
        let certificate = try AuthorityFixture.make().root.certificate
        let text = PEM.encode(certificate)
        #expect(try PEM.decode(text) == [certificate])
        let openssl = try OpenSSLCommand()
        try openssl.file("c.der", certificate)
        let theirs = try openssl.run("x509", "-inform", "DER", "-in", "c.der").output
        #expect(theirs == text)
    }

    @Test("many certificates, line ends of other systems and text between them are read", arguments: ["\n", "\r\n"])
    func pemBundle(lineEnd: String) throws {
        let fixture = try AuthorityFixture.make()
        let both = [fixture.root.certificate, fixture.issuing.certificate]
        let text = "# anchors\n" + both.map { "subject=…\n" + PEM.encode($0) }.joined(separator: "\n")
        #expect(try PEM.decode(text.replacingOccurrences(of: "\n", with: lineEnd)) == both)
        #expect(try PEM.decode("nothing").isEmpty)
    }

    @Test(
        "a damaged or foreign block is refused",
        arguments: [
            "-----BEGIN CERTIFICATE-----\nMAA=\n", "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----",
            "-----END CERTIFICATE-----", "-----BEGIN CERTIFICATE-----\nMAB=\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nMAA\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nM=A=\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nM-_=\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\n====\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----",
        ])
    func pemDamage(text: String) {
        #expect(throws: CryptoError("PEM_INVALID")) { _ = try PEM.decode(text) }
    }

    private static func raw(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 32 - r.count) + r + [UInt8](repeating: 0, count: 32 - s.count) + s
    }

    @Test(
        "a signature has one DER encoding, and back",
        arguments: [
            (raw([1], [2]), "3006020101020102"),
            (raw([0x7F], [0x80]), "300702017f02020080"),
            (raw([0x01, 0x00], [0xFF]), "3008 02020100 020200ff"),
            (
                raw([UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0x7F, count: 32)),
                "3045 022100" + String(repeating: "ff", count: 32) + "0220" + String(repeating: "7f", count: 32)
            ),
        ])
    func signatureDER(raw: [UInt8], der: String) throws {
        #expect(try ECDSASignatureDER.encode(raw) == Octets.hex(der))
        #expect(try ECDSASignatureDER.decode(Octets.hex(der)) == raw)
    }

    @Test(
        "other encodings of a signature are refused",
        arguments: [
            "", "30", "3000", "3003020101", "300602010102010200", "3006020101020102 00", "3007020101020102",
            "300702020001020102", "3006020181020102", "3006020100020102", "3006020101020100", "308106020101020102",
            "30820006020101020102", "3080020101020102 0000", "3009020101020102020103", "3106020101020102",
            "3006030101020102", "3005020002 0101", "300602010182 0102", "30ff",
            "3026 0221 01" + String(repeating: "00", count: 32) + "020101",
            "3027 0222 0080" + String(repeating: "00", count: 32) + "020101",
        ])
    func signatureDamage(der: String) {
        #expect(throws: CryptoError("SIGNATURE_ENCODING")) { _ = try ECDSASignatureDER.decode(Octets.hex(der)) }
    }

    @Test("a raw signature has 64 bytes and no zero half", arguments: [0, 63, 65, 64])
    func rawSignature(count: Int) {
        #expect(throws: CryptoError("SIGNATURE_ENCODING")) {
            _ = try ECDSASignatureDER.encode([UInt8](repeating: 0, count: count))
        }
        #expect(throws: CryptoError("SIGNATURE_ENCODING")) { _ = try ECDSASignatureDER.encode(Self.raw([1], [])) }
        #expect(throws: CryptoError("SIGNATURE_ENCODING")) { _ = try ECDSASignatureDER.encode(Self.raw([], [1])) }
    }

    @Test("calendar and Unix seconds agree with the system's calendar")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let range = CalendarTime.representable
        let special: [Int64] = [
            range.lowerBound, range.upperBound, -1, 0, 951_782_399, 951_782_400, 951_868_800, 2_524_607_999,
            2_524_608_000, 4_107_542_399, 4_107_542_400, 1_709_164_800, 1_709_251_199,
        ]
        for moment in special + stride(from: range.lowerBound, to: range.upperBound, by: 1_234_567_891) {
            let time = try #require(CalendarTime(unixSeconds: moment))
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(moment)))
            #expect(time.year == parts.year && time.month == parts.month && time.day == parts.day)
            #expect(time.hour == parts.hour && time.minute == parts.minute && time.second == parts.second)
            #expect(time.unixSeconds == moment)
        }
        #expect(CalendarTime(unixSeconds: range.lowerBound - 1) == nil)
        #expect(CalendarTime(unixSeconds: range.upperBound + 1) == nil)
    }

    @Test("lengths take the fewest bytes", arguments: [(0, "0400"), (127, "047f"), (128, "048180"), (256, "04820100")])
    func lengths(count: Int, head: String) {
        let element = DER.octetString([UInt8](repeating: 7, count: count))
        #expect(element.starts(with: Octets.hex(head)))
        #expect(element.count == Octets.hex(head).count + count)
        var reader = DERReader(element)
        #expect(reader.next(DER.octetStringTag)?.count == count)
        #expect(reader.isAtEnd)
    }

    @Test("object identifiers are written and read alike")
    func identifiers() {
        let written = DER.objectIdentifier(OID.ecdsaWithSHA256)
        #expect(written == Octets.hex("06082a8648ce3d040302"))
        #expect(DERReader.dotted(written[2...]) == "1.2.840.10045.4.3.2")
        #expect(DERReader.dotted(Octets.hex("8837")[...]) == "2.999")
        #expect(DERReader.dotted(Octets.hex("2a8048")[...]) == nil)
        #expect(DERReader.dotted(Octets.hex("2a86")[...]) == nil)
        #expect(DERReader.dotted([]) == nil)
    }
}
