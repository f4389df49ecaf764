import Testing

@testable import Crypto

/// The CBOR of attestation and assertion objects (RFC 8949), outside truths first.
@Suite("App Attest: CBOR")
struct CBORTests {
    /// Examples of RFC 8949 appendix A that are of the types in use.
    @Test("the examples of the standard are read")
    func examples() throws {
        let one = CBORValue.unsigned(1), two = CBORValue.unsigned(2)
        let a = CBORValue.Entry(key: .text("a"), value: one)
        let b = CBORValue.Entry(key: .text("b"), value: .array([two, .unsigned(3)]))
        let examples: [(String, CBORValue)] = [
            ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1864", .unsigned(100)),
            ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)),
            ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)), ("1bffffffffffffffff", .unsigned(.max)),
            ("20", .negative(0)), ("3863", .negative(99)), ("3bffffffffffffffff", .negative(.max)),
            ("f4", .boolean(false)), ("f5", .boolean(true)), ("f6", .null), ("40", .bytes([])),
            ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6449455446", .text("IETF")),
            ("62c3bc", .text("ü")), ("64f0908591", .text("𐅑")), ("80", .array([])), ("a0", .map([])),
            ("8301820203820405", .array([one, .array([two, .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])])),
            ("a26161016162820203", .map([a, b])),
            ("a201020304", .map([.init(key: one, value: two), .init(key: .unsigned(3), value: .unsigned(4))])),
        ]
        for (text, value) in examples { #expect(try CBORReader.parse(Octets.hex(text)) == value, "\(text)") }
    }

    @Test(
        "each departure has its own error",
        arguments: [
            ("", AttestationError.cborTruncated), ("18", .cborTruncated), ("1903", .cborTruncated),
            ("42ff", .cborTruncated), ("61", .cborTruncated), ("8200", .cborTruncated), ("a100", .cborTruncated),
            ("a1", .cborTruncated), ("59ffff00", .cborTruncated), ("99ffff00", .cborTruncated),
            ("1817", .cborNotShortest), ("190018", .cborNotShortest), ("1900ff", .cborNotShortest),
            ("1a0000ffff", .cborNotShortest), ("1b00000000ffffffff", .cborNotShortest), ("580100", .cborNotShortest),
            ("5f40ff", .cborIndefinite), ("7f60ff", .cborIndefinite), ("9fff", .cborIndefinite),
            ("bfff", .cborIndefinite), ("ff", .cborIndefinite), ("1f", .cborIndefinite),
            ("5a00010000", .cborLength), ("5bffffffffffffffff", .cborLength), ("7b7fffffffffffffff", .cborLength),
            ("9a00010000", .cborLength), ("9bffffffffffffffff", .cborLength), ("bb8000000000000000", .cborLength),
            ("8181818180", .cborDepth), ("a100a100a100a100a0", .cborDepth), ("8181818181", .cborDepth),
            ("a2616100616101", .cborDuplicateKey), ("a200000001", .cborDuplicateKey),
            ("a3616100616201616102", .cborDuplicateKey),
            ("c000", .cborType), ("d82000", .cborType), ("f93c00", .cborType), ("fa47c35000", .cborType),
            ("f7", .cborType), ("e0", .cborType), ("f8ff", .cborType), ("1c", .cborType), ("5e", .cborType),
            ("a14000", .cborType), ("a18000", .cborType), ("a1f600", .cborType),
            ("62c328", .cborText), ("61ff", .cborText), ("63eda080", .cborText), ("0000", .cborTrailing),
            ("a000", .cborTrailing),
        ])
    func departures(text: String, error: AttestationError) {
        #expect(throws: error, "\(text)") { try CBORReader.parse(Octets.hex(text)) }
    }

    @Test("four containers, one in the other, are read")
    func depth() throws {
        #expect(try CBORReader.parse(Octets.hex("8181818100")) != .null)
    }

    @Test("what the writer makes, the reader reads, at every length of head")
    func writer() throws {
        for value: UInt64 in [0, 23, 24, 255, 256, 65_535, 65_536, 0xFFFF_FFFF, 0x1_0000_0000, .max] {
            #expect(try CBORReader.parse(CBORWriter.unsigned(value)) == .unsigned(value))
        }
        for count in [0, 23, 24, 255, 256, 300] {
            let bytes = [UInt8](repeating: 7, count: count)
            #expect(try CBORReader.parse(CBORWriter.bytes(bytes)) == .bytes(bytes[...]))
        }
    }

    @Test("a genuine attestation, cut at every length, ends inside an item")
    func truncated() throws {
        let object = try AppAttestSample("veehaitch-ios14-development").object
        for count in object.indices.dropFirst() {
            #expect(throws: AttestationError.cborTruncated) { try AttestationObject(Array(object[..<count])) }
        }
        #expect(throws: AttestationError.cborTrailing) { try AttestationObject(object + [0]) }
    }

    /// Every seventh byte: all of them take half a minute.
    @Test("a genuine attestation with one byte changed is refused, wherever the byte stands")
    func changedByte() throws {
        let sample = try AppAttestSample("warden-supreme-ios17-development")
        let (object, keyID, hash) = (try sample.object, try sample.keyID, try sample.clientDataHash)
        let verifier = try AppAttestVerifier(policy: sample.policy())
        #expect(verifier.refusal(of: object, keyID: keyID, clientDataHash: hash, now: sample.verifyAt) == nil)
        var accepted: [Int] = []
        for index in stride(from: 0, to: object.count, by: 7) {
            var changed = object
            changed[index] ^= 0x01
            let refusal = verifier.refusal(of: changed, keyID: keyID, clientDataHash: hash, now: sample.verifyAt)
            if refusal == nil { accepted.append(index) }
        }
        // Only in the receipt, whose message brings a copy of the root that nobody needs.
        #expect(accepted.count < 100)
        let receipt = try AttestationObject(object).receipt
        let start = try #require(object.indices.first { object[$0...].starts(with: receipt) })
        #expect(accepted.allSatisfy { (start..<start + receipt.count).contains($0) })
    }
}
