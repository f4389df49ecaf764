import Testing
import Vectors

@testable import Crypto

/// One value, one encoding; whatever else is refused without a trap.
@Suite struct TLVTests {
    private struct Source {
        private let random = VectorRandom(seed: "tlv")
        private var stream: VectorRandomStream
        init(_ label: String) { stream = random.stream(label) }

        func byte() -> UInt8 { fresh(1, from: stream)[0] }
        func below(_ bound: Int) -> Int { Int(fresh(2, from: stream)[0]) % bound }
        func bytes(_ count: Int) -> [UInt8] { fresh(count, from: stream) }

        func value(depth: Int) -> TLV {
            switch below(depth < 4 ? 6 : 4) {
            case 0: return .bytes(bytes(below(6)))
            case 1: return .point([4] + bytes(64))
            case 2:
                let magnitude = Array(bytes(below(5)).drop { $0 == 0 })
                return .integer(negative: !magnitude.isEmpty && byte() & 1 == 1, magnitude: magnitude)
            case 3: return .u64(UInt64(byte()) << UInt64(below(57)))
            default: return .list((0..<below(4)).map { _ in value(depth: depth + 1) })
            }
        }
    }

    @Test func encodingIsInjective() throws {
        let source = Source("injective")
        var seen: [[UInt8]: TLV] = [:]
        for _ in 0..<3000 {
            let value = source.value(depth: 1)
            let encoding = value.encoding
            #expect(try TLV(decoding: encoding) == value)
            if let other = seen[encoding] { #expect(other == value) }
            seen[encoding] = value
        }
        #expect(seen.count > 1000)
    }

    /// The members of a transcript cannot be regrouped without another preimage.
    @Test func transcriptsDoNotCollide() {
        let values: [[TLV]] = [
            [], [.bytes([])], [.bytes([]), .bytes([])], [.list([])], [.list([.bytes([])])], [.bytes([0x61, 0x62])],
            [.bytes([0x61]), .bytes([0x62])], [.list([.bytes([0x61]), .bytes([0x62])])], [.u64(0)],
            [.integer(negative: false, magnitude: [])], [.bytes([0, 0, 0, 0, 0, 0, 0, 0])],
        ]
        var seen: Set<[UInt8]> = []
        for members in values {
            for domain in ["a", "b", ""] {
                var transcript = Transcript(domain)
                for member in members { transcript.append(member) }
                #expect(seen.insert(transcript.preimage).inserted)
            }
        }
    }

    /// What decodes after damage encodes to the damaged bytes again: nothing has two encodings.
    @Test func damagedEncodingsAreRefusedOrAnotherValue() throws {
        let source = Source("damage")
        for _ in 0..<6000 {
            var bytes = source.value(depth: 1).encoding
            for _ in 0...source.below(2) {
                let index = (source.below(250) * 256 + Int(source.byte())) % bytes.count
                switch source.below(4) {
                case 0: bytes[index] ^= 1 << UInt8(source.below(8))
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(source.byte(), at: index)
                default: bytes = Array(bytes.prefix(index))
                }
                if bytes.isEmpty { break }
            }
            if let value = try? TLV(decoding: bytes) { #expect(value.encoding == bytes) }
        }
    }

    @Test func noiseIsRefusedWithoutATrap() {
        let source = Source("noise")
        for _ in 0..<4000 {
            var bytes = source.bytes(source.below(60))
            if !bytes.isEmpty { bytes[0] %= 7 }
            if let value = try? TLV(decoding: bytes) { #expect(value.encoding == bytes) }
        }
    }

    /// A count of 2^40 items may not cost the memory of 2^40 items.
    @Test func announcedCountsAreNotBelieved() {
        for shift: UInt64 in [1, 8, 31, 32, 40, 63] {
            var bytes: [UInt8] = [5, 0, 0, 0, 13]
            for at in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: (UInt64(1) << shift) >> UInt64(at)))
            }
            bytes += [1, 0, 0, 0, 0]
            #expect(throws: CryptoError("TLV_LIST_COUNT")) { try TLV(decoding: bytes) }
        }
    }
}
