import Crypto
import Foundation
import Synchronization
import Testing

@testable import Server

/// The states of a code, without a database.
@Suite struct PairingCodeTests {
    private static let right = [UInt8](repeating: 1, count: 32)
    private static let wrong = [UInt8](repeating: 2, count: 32)
    private static let second: Int64 = 1_000

    private func code(wrongTries: Int = 0, isUsed: Bool = false) -> PairingCode {
        PairingCode(hash: Self.right, createdAt: 5_000, wrongTries: wrongTries, isUsed: isUsed)
    }

    @Test func aFreshCodeIsRightOnceAndForSixtySeconds() {
        #expect(code().judge(Self.right, now: 5_000) == .right)
        #expect(code().judge(Self.right, now: 5_000 + 60 * Self.second) == .right)
        #expect(code().judge(Self.right, now: 5_001 + 60 * Self.second) == .expired)
        #expect(code(isUsed: true).judge(Self.right, now: 5_000) == .used)
    }

    @Test func theFifthWrongTryIsTheLast() {
        for tries in 0..<4 { #expect(code(wrongTries: tries).judge(Self.wrong, now: 5_000) == .wrong(isLast: false)) }
        #expect(code(wrongTries: 4).judge(Self.wrong, now: 5_000) == .wrong(isLast: true))
        #expect(code(wrongTries: 4).judge(Self.right, now: 5_000) == .right)
        #expect(code(wrongTries: 5).judge(Self.right, now: 5_000) == .locked)
    }

    /// Locked, used, expired, compared: in this order, so that a try of a closed code is never compared.
    @Test func theOrderOfTheChecks() {
        let late = 5_001 + 60 * Self.second
        #expect(code(wrongTries: 5, isUsed: true).judge(Self.right, now: late) == .locked)
        #expect(code(isUsed: true).judge(Self.right, now: late) == .used)
        #expect(code().judge(Self.wrong, now: late) == .expired)
        #expect(code(isUsed: true).judge(Self.wrong, now: 5_000) == .used)
        #expect(code().closed(now: late) == .expired && code().closed(now: 5_000) == nil)
    }

    /// What a source gives that counts.
    private final class Given: RandomSource {
        private let words: Mutex<[UInt32]>
        init(_ words: [UInt32]) { self.words = Mutex(words) }
        func fill(_ buffer: UnsafeMutableRawBufferPointer) {
            let word = words.withLock { $0.removeFirst() }
            withUnsafeBytes(of: word.bigEndian) { buffer.copyMemory(from: $0) }
        }
        var isUsedUp: Bool { words.withLock { $0.isEmpty } }
    }

    @Test func codesAreUniformInSixDigits() {
        #expect(PairingCode.draw(Given([0])) == "100000")
        #expect(PairingCode.draw(Given([899_999])) == "999999")
        #expect(PairingCode.draw(Given([900_000])) == "100000")
        // 4772 times 900,000 is 4,294,800,000: what is above would come once too often.
        let given = Given([4_294_800_000, UInt32.max, 4_294_799_999])
        #expect(PairingCode.draw(given) == "999999")
        #expect(given.isUsedUp)
    }

    @Test func theKeyedHashBelongsToOneRow() {
        let key = PairingKey(key: PairingWorld.serviceKey)
        #expect(key.hash("123456", id: "a") != key.hash("123456", id: "b"))
        #expect(key.hash("123456", id: "a") != key.hash("123457", id: "a"))
        #expect(key.hash("123456", id: "a").count == 32)
    }
}
