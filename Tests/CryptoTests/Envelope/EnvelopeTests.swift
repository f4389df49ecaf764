import Crypto
import Testing

@Suite("Envelopes")
struct EnvelopeTests {
    private let content = Array("a share that must not be seen".utf8)
    private let associated = Array("key 7, slot SIGN".utf8)

    private func kek(_ label: String) throws -> LocalKeyEncryptionKey {
        try LocalKeyEncryptionKey(
            key: SecretBytes.random(count: 32, from: LabelledRandom(label)), random: LabelledRandom(label + " nonces"))
    }

    private func sealed(under kek: any KeyEncryptionKey) throws -> [UInt8] {
        try Envelope.seal(
            secret: Octets.secret(content), associatedData: associated, under: kek, random: LabelledRandom("seal"))
    }

    @Test("what was sealed opens again", arguments: [0, 1, 31, 32, 33, 4096])
    func roundTrip(count: Int) throws {
        let kek = try kek("a")
        let plain = [UInt8](repeating: 0x5A, count: count)
        let envelope = try Envelope.seal(
            secret: Octets.secret(plain), associatedData: associated, under: kek, random: SystemRandom())
        #expect(try Octets.of(Envelope.open(envelope, associatedData: associated, under: kek)) == plain)
    }

    @Test("every bit of every byte is authenticated")
    func everyBit() throws {
        let kek = try kek("a")
        let envelope = try sealed(under: kek)
        for position in envelope.indices {
            for bit in 0..<8 {
                var damaged = envelope
                damaged[position] ^= 1 << bit
                #expect(throws: CryptoError("ENVELOPE_INVALID"), "byte \(position), bit \(bit)") {
                    _ = try Envelope.open(damaged, associatedData: associated, under: kek)
                }
            }
        }
    }

    @Test("an envelope cut off or prolonged anywhere does not open")
    func everyLength() throws {
        let kek = try kek("a")
        let envelope = try sealed(under: kek)
        for count in 0..<envelope.count {
            #expect(throws: CryptoError("ENVELOPE_INVALID")) {
                _ = try Envelope.open(Array(envelope[..<count]), associatedData: associated, under: kek)
            }
        }
        #expect(throws: CryptoError("ENVELOPE_INVALID")) {
            _ = try Envelope.open(envelope + [0], associatedData: associated, under: kek)
        }
    }

    @Test("other associated data does not open, not even with a byte moved across the end")
    func associatedData() throws {
        let kek = try kek("a")
        let envelope = try sealed(under: kek)
        for other in [[], associated + [0], Array(associated.dropLast()), Array("key 8, slot SIGN".utf8)] {
            #expect(throws: CryptoError("ENVELOPE_INVALID")) {
                _ = try Envelope.open(envelope, associatedData: other, under: kek)
            }
        }
    }

    @Test("another key-encryption key does not open, even when it claims the same identifier")
    func otherKey() throws {
        let envelope = try sealed(under: kek("a"))
        let other = try kek("b")
        #expect(throws: CryptoError("ENVELOPE_INVALID")) {
            _ = try Envelope.open(envelope, associatedData: associated, under: other)
        }
        let relabelled = [envelope[0]] + other.identifier + envelope[9...]
        #expect(throws: CryptoError("ENVELOPE_INVALID")) {
            _ = try Envelope.open(relabelled, associatedData: associated, under: other)
        }
    }

    @Test("parts of two envelopes cannot be combined")
    func splicing() throws {
        let kek = try kek("a")
        let first = try sealed(under: kek)
        let second = try Envelope.seal(
            secret: Octets.secret(content), associatedData: associated, under: kek, random: LabelledRandom("other"))
        let cut = first.count - content.count - SealedBox.overhead
        #expect(throws: CryptoError("ENVELOPE_INVALID")) {
            _ = try Envelope.open(Array(first[..<cut] + Array(second[cut...])), associatedData: associated, under: kek)
        }
    }

    @Test("two envelopes of one secret share neither data key nor nonce")
    func freshness() throws {
        let kek = try kek("a")
        let first = try Envelope.seal(
            secret: Octets.secret(content), associatedData: associated, under: kek, random: SystemRandom())
        let second = try Envelope.seal(
            secret: Octets.secret(content), associatedData: associated, under: kek, random: SystemRandom())
        #expect(Array(first[..<12]) == Array(second[..<12]))
        #expect(Array(first[12..<40]) != Array(second[12..<40]))
        #expect(Array(first.suffix(content.count)) != Array(second.suffix(content.count)))
    }

    @Test("a new key-encryption key takes an envelope over; the old one no longer opens it")
    func rewrap() throws {
        let (old, new) = (try kek("a"), try kek("b"))
        let envelope = try sealed(under: old)
        let moved = try Envelope.rewrap(envelope, associatedData: associated, from: old, to: new)
        #expect(try Envelope.keyIdentifier(of: envelope) == old.identifier)
        #expect(try Envelope.keyIdentifier(of: moved) == new.identifier)
        #expect(try Octets.of(Envelope.open(moved, associatedData: associated, under: new)) == content)
        #expect(throws: CryptoError("ENVELOPE_INVALID")) {
            _ = try Envelope.open(moved, associatedData: associated, under: old)
        }
        var damaged = envelope
        damaged[envelope.count - 1] ^= 1
        #expect(throws: CryptoError("ENVELOPE_INVALID")) {
            _ = try Envelope.rewrap(damaged, associatedData: associated, from: old, to: new)
        }
    }

    @Test("a key-encryption key has 32 bytes", arguments: [0, 16, 31, 33, 64])
    func keyLength(count: Int) {
        #expect(throws: CryptoError("KEK_LENGTH")) {
            _ = try LocalKeyEncryptionKey(key: SecretBytes(count: count), random: SystemRandom())
        }
    }

    @Test("the format is fixed: same key, same randomness, same bytes")
    func format() throws {
        let kek = try kek("a")
        let envelope = try sealed(under: kek)
        #expect(envelope.count == 11 + 61 + content.count + SealedBox.overhead)
        #expect(envelope[0] == 1)
        #expect(Array(envelope[1..<9]) == kek.identifier)
        #expect(Array(envelope[9..<11]) == [0, 61])
        #expect(envelope[11] == 1)
        #expect(envelope[72] == 1)
        let again = try sealed(under: self.kek("a"))
        #expect(again == envelope)
    }
}
