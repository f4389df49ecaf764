import TestSupport

/// Random edits that are the same in every run.
struct Random: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(max(bound, 1)))
    }

    /// One to four random edits: change, insert, delete, repeat a piece, or cut the end off.
    mutating func mutate(_ original: [UInt8], dictionary: [[UInt8]]) -> [UInt8] {
        var bytes = original
        for _ in 0...below(4) {
            let at = below(bytes.count + 1)
            switch below(6) {
            case 0 where at < bytes.count: bytes[at] = UInt8(truncatingIfNeeded: next())
            case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
            case 2 where at < bytes.count: bytes.remove(at: at)
            case 3: bytes.insert(contentsOf: dictionary[below(dictionary.count)], at: at)
            case 4:
                let end = min(bytes.count, at + below(12))
                bytes.insert(contentsOf: bytes[at..<end], at: end)
            case 5 where below(4) == 0: bytes.removeSubrange(at...)
            default: break
            }
        }
        return bytes
    }
}
