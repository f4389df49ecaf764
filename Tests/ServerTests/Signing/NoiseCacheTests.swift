import Crypto
import Testing

@testable import Server

/// Noise made ahead: one value for one key, taken once, and the oldest leaves when there are too many.
@Suite struct NoiseCacheTests {
    private static func makeKey() -> PaillierPublicKey? {
        // Any odd number of the size: the cache looks at nothing.
        try? PaillierPublicKey(N: Integer.powerOfTwo(2_047) + Integer(1), suite: .suite1)
    }

    private static func key(_ number: Int, nHash: UInt8 = 1) -> NoiseCache.Key {
        .init(keyId: "key-\(number)", epoch: 1, nHash: [nHash])
    }

    private static func soon() -> MonotonicTime { MonotonicTime.now().advanced(byMilliseconds: 30_000) }

    /// Prepares and waits until the value is there.
    private static func prepare(_ number: Int, _ cache: NoiseCache, _ pool: ComputePool) throws {
        cache.prepare(key(number), makeKey, random: SystemRandom())
        // One thread and the lowest class: what comes after has run after.
        try pool.run(.ahead) {}
    }

    @Test func aValueIsTakenOnce() throws {
        let pool = ComputePool(threads: 1)
        let cache = NoiseCache(compute: pool)
        try Self.prepare(1, cache, pool)
        let first = cache.take(Self.key(1), deadline: Self.soon()) != nil
        let second = cache.take(Self.key(1), deadline: Self.soon()) != nil
        #expect(first && !second)
        #expect(cache.count == 0)
        pool.stop()
    }

    /// Two refreshes of a key compete for one epoch, and each has its own N.
    @Test func aValueOfAnotherModulusIsNotFound() throws {
        let pool = ComputePool(threads: 1)
        let cache = NoiseCache(compute: pool)
        try Self.prepare(1, cache, pool)
        let other = cache.take(Self.key(1, nHash: 2), deadline: Self.soon()) != nil
        let own = cache.take(Self.key(1), deadline: Self.soon()) != nil
        #expect(own && !other)
        pool.stop()
    }

    @Test func theOldestLeavesWhenThereAreTooMany() throws {
        let pool = ComputePool(threads: 1)
        let cache = NoiseCache(compute: pool, capacity: 3)
        for number in 1...4 { try Self.prepare(number, cache, pool) }
        #expect(cache.count == 3)
        let kept = (1...4).map { cache.take(Self.key($0), deadline: Self.soon()) != nil }
        #expect(kept == [false, true, true, true])
        pool.stop()
    }

    @Test func aSecondRequestMakesNoSecondValue() throws {
        let pool = ComputePool(threads: 1)
        let cache = NoiseCache(compute: pool)
        for _ in 0..<3 { try Self.prepare(1, cache, pool) }
        #expect(cache.count == 1)
        pool.stop()
    }

    @Test func valuesGrowOld() throws {
        let pool = ComputePool(threads: 1)
        let cache = NoiseCache(compute: pool)
        try Self.prepare(1, cache, pool)
        cache.sweep(now: MonotonicTime.now().advanced(byMilliseconds: NoiseCache.lifetimeMilliseconds - 60_000))
        #expect(cache.count == 1)
        cache.sweep(now: MonotonicTime.now().advanced(byMilliseconds: NoiseCache.lifetimeMilliseconds))
        #expect(cache.count == 0)
        pool.stop()
    }

    @Test func theTableForgetsInTheOrderOfComing() {
        var table = BoundedTable<Int, String>(capacity: 2)
        table.insert("a", for: 1)
        table.insert("b", for: 2)
        table.insert("c", for: 1)
        table.insert("d", for: 3)
        #expect(table[2] == nil && table[1] == "c" && table[3] == "d")
        table.remove(1)
        table.insert("e", for: 4)
        #expect(table.count == 2 && table[3] == "d" && table[4] == "e")
        for number in 10..<1_000 {
            table.insert("x", for: number)
            if number % 2 == 0 { table.remove(number) }
        }
        #expect(table.count == 2 && table[997] == "x" && table[999] == "x")
    }
}
