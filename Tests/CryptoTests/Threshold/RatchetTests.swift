import Crypto
import Testing

/// Clone detection (threshold-ecdsa A.6).
struct RatchetTests {
    private static let keyId = "00000000-0000-4000-8000-000000000001"
    private static let tokens = (0..<4).map { [UInt8](repeating: UInt8($0), count: 32) }
    private static let hashes = tokens.map { Ratchet.hash(token: $0, keyId: keyId) }

    private func code(_ ratchet: Ratchet, _ candidates: [[UInt8]], _ next: [UInt8]) -> String {
        do throws(CryptoError) {
            let moved = try ratchet.advanced(candidates: candidates, next: next, keyId: Self.keyId)
            return moved.current == next && moved.history.first == ratchet.current ? "moved" : "wrong"
        } catch { return error.code }
    }

    @Test func aCandidateOfThePastIsACopyAndAStrangerIsNone() {
        let ratchet = Ratchet(current: Self.hashes[1], history: [Self.hashes[0]])
        #expect(code(ratchet, [Self.tokens[3], Self.tokens[1]], Self.hashes[2]) == "moved")
        #expect(code(ratchet, [Self.tokens[0]], Self.hashes[2]) == "RATCHET_CLONE")
        #expect(code(ratchet, [Self.tokens[3]], Self.hashes[2]) == "RATCHET_UNKNOWN")
    }

    /// Who names a hash that was used leaves the ratchet where the original expects it.
    @Test func aNextHashThatWasUsedIsACopys() {
        let ratchet = Ratchet(current: Self.hashes[1], history: [Self.hashes[0]])
        let restored = Ratchet.reseeded(current: Self.hashes[1], history: [Self.hashes[0]])
        for used in [Self.hashes[0], Self.hashes[1]] {
            #expect(code(ratchet, [Self.tokens[1]], used) == "RATCHET_CLONE")
            #expect(code(restored, [Self.tokens[3]], used) == "RATCHET_CLONE")
        }
    }

    @Test func afterARestoreAnyCandidatesMoveIt() {
        let ratchet = Ratchet.reseeded(current: Self.hashes[1], history: [Self.hashes[0]])
        #expect(code(ratchet, [Self.tokens[3]], Self.hashes[2]) == "moved")
    }
}
