import CGMP
import COpenSSL
import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// Blocks that held secrets are overwritten before they are given back (threshold-ecdsa B39). Each is looked at in the
/// moment in which it goes: a scan of the heap sees nothing of a block that was taken again at once.
@Suite(.enabled(if: FreedMemory.canBeWatched)) struct FreedMemoryTests {
    private static let random = ErasingRandom("freed memory")

    /// Every block that the body gives back is zeros: no list of secrets could name the values on the way.
    private func expectZeros(
        atLeast count: Int, location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) rethrows {
        // What is made once for the process is made now.
        try body()
        let (blocks, findings) = try FreedMemory.watch(during: body)
        #expect(blocks >= count, sourceLocation: location)
        #expect(findings.isEmpty, sourceLocation: location)
    }

    private func expectNone(
        of needles: Needles, location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) rethrows {
        try body()
        let (blocks, findings) = try FreedMemory.watch(needles, during: body)
        #expect(blocks > 0, sourceLocation: location)
        #expect(findings.isEmpty, sourceLocation: location)
    }

    /// The instrument itself: a block that nobody overwrites is found, whole and by a piece of it.
    @Test func aBlockThatIsNotOverwrittenIsFound() {
        let secret = SecretBytes.random(count: 64, from: Self.random)
        var needles = Needles()
        needles.add("secret", secret)
        let leave: () -> Void = {
            let block = UnsafeMutableRawPointer.allocate(byteCount: 80, alignment: 16)
            secret.withUnsafeBytes { bytes in
                for index in bytes.indices {
                    block.storeBytes(of: bytes[index], toByteOffset: index + 5, as: UInt8.self)
                }
            }
            block.deallocate()
        }
        #expect(FreedMemory.watch(during: leave).findings.count == 1)
        #expect(FreedMemory.watch(needles, during: leave).findings.count == 8)
        #expect(FreedMemory.watch(needles, during: {}).blocks == 0)
    }

    @Test func scalars() {
        let a = Scalar.random(from: Self.random), b = Scalar.random(from: Self.random)
        expectZeros(atLeast: 3) { _ = a + b }
        expectZeros(atLeast: 4) { _ = a * b }
        expectZeros(atLeast: 3) { _ = a.negated() }
        expectZeros(atLeast: 2) { _ = a.inverse() }
        expectZeros(atLeast: 1) { _ = a.duplicate() }
        expectZeros(atLeast: 4) { _ = Scalar.random(from: Self.random) }
    }

    @Test func scalarsOutOfAndIntoBytes() throws {
        let a = Scalar.random(from: Self.random)
        let bytes = a.secretBytes
        expectZeros(atLeast: 1) { _ = a.secretBytes }
        try expectZeros(atLeast: 2) { _ = try Scalar(secret: bytes) }
        expectZeros(atLeast: 3) { bytes.withUnsafeBytes { _ = Scalar(reducing: $0) } }
    }

    @Test func integers() {
        let a = Integer.random(bits: 2_176, from: Self.random), m = Integer.powerOfTwo(2_048) - Integer(1)
        let scalar = Scalar.random(from: Self.random)
        expectZeros(atLeast: 2) { _ = a * a }
        expectZeros(atLeast: 2) { _ = a.modulo(m) }
        expectZeros(atLeast: 3) { _ = a.secretModulo(m, bits: 2_176) }
        expectZeros(atLeast: 2) { _ = scalar.integer }
        expectZeros(atLeast: 2) { _ = Integer.random(bits: 768, from: Self.random) }
        expectZeros(atLeast: 1) { _ = a.secretBytes(width: 272) }
    }

    /// A number that grows or shrinks moves, and leaves nothing where it was.
    @Test func theAllocatorOfNumbers() throws {
        let value = Integer(1)
        var allocate: (@convention(c) (Int) -> UnsafeMutableRawPointer?)?
        var reallocate: (@convention(c) (UnsafeMutableRawPointer?, Int, Int) -> UnsafeMutableRawPointer?)?
        var release: (@convention(c) (UnsafeMutableRawPointer?, Int) -> Void)?
        __gmp_get_memory_functions(&allocate, &reallocate, &release)
        let take = try #require(allocate), move = try #require(reallocate), give = try #require(release)
        let isOne = value.isOdd
        #expect(isOne)
        for (old, new) in [(64, 64), (64, 4_096), (64, 72), (4_096, 64)] {
            var isKept = false
            expectZeros(atLeast: 2) {
                guard let block = take(old) else { return }
                memset(block, 0xA5, old)
                guard let moved = move(block, old, new) else { return }
                isKept = UnsafeRawBufferPointer(start: moved, count: min(old, new)).allSatisfy { $0 == 0xA5 }
                memset(moved, 0xA5, new)
                give(moved, new)
            }
            #expect(isKept)
        }
    }

    @Test func elementsOfTheRing() throws {
        let ring = try NadicRing(Integer.powerOfTwo(2_047) + Integer(1))
        let a = Integer.random(bits: 2_040, from: Self.random), exponent = Scalar.random(from: Self.random)
        let secret = Integer.random(bits: 768, from: Self.random)
        let element = ring.element(a, a)
        expectZeros(atLeast: 1) { _ = ring.element(a, a) }
        expectZeros(atLeast: 1) { _ = ring.power(element, secretExponent: exponent) }
        expectZeros(atLeast: 2) { _ = ring.powerAgain(element, secretExponent: exponent) }
        expectZeros(atLeast: 2) { _ = ring.power(element, publicExponent: secret) }
        expectZeros(atLeast: 4) { _ = ring.powerSecret(a, secret) }
        expectZeros(atLeast: 3) { _ = ring.integer(element) }
    }

    @Test func secretBytes() throws {
        let secret = SecretBytes.random(count: 32, from: Self.random)
        expectZeros(atLeast: 1) { _ = secret.copy() }
        expectZeros(atLeast: 1) { _ = SecretBytes.random(count: 100, from: Self.random) }
    }

    @Test func keyedHashes() throws {
        let key = SecretBytes.random(count: 32, from: Self.random)
        let long = SecretBytes.random(count: 96, from: Self.random)
        var needles = Needles()
        needles.add(hashKey: key)
        needles.add("long key", long)
        needles.add("derived", try HKDF.derive(from: key, salt: [1], info: [2], count: 64))
        expectNone(of: needles) { _ = HMACSHA256.authenticate([1, 2, 3], key: key) }
        expectNone(of: needles) { _ = HMACSHA256.authenticate([1, 2, 3], key: long) }
        try expectNone(of: needles) { _ = try HKDF.derive(from: key, salt: [1], info: [2], count: 64) }
    }

    /// What OpenSSL is handed.
    @Test func numbersForTheLibrary() throws {
        let k = Scalar.random(from: Self.random)
        var needles = Needles()
        needles.add("k", k)
        expectNone(of: needles) { _ = CurveNumber(k).use { BN_num_bits($0) } }
        expectNone(of: needles) { _ = Point.generator(times: k) }
    }

    /// The coordinates of a point: its handle is the one block that is not zeros.
    @Test func points() throws {
        let generated = Point.generator(times: Scalar.random(from: Self.random))
        let point = try #require(generated)
        var isCopied = false
        let (blocks, findings) = FreedMemory.watch {
            let handle = PointHandle()
            isCopied = EC_POINT_copy(handle.raw, point.handle.raw) == 1
        }
        #expect(isCopied && blocks >= 8)
        #expect(findings.count == 1)
    }

    @Test func powersOfTheLibrary() throws {
        let base = Integer.random(bits: 1_020, from: Self.random)
        let exponent = Integer.random(bits: 1_000, from: Self.random)
        let value = Integer.powerOfTwo(1_023) + Integer(1)
        let modulus = try Modulus(value)
        var needles = Needles()
        needles.add("base", base)
        needles.add("exponent", exponent)
        needles.add("power", modulus.powerSecret(base, exponent))
        needles.add("product", modulus.multiplySecret(base, exponent))
        expectNone(of: needles) { _ = modulus.powerSecret(base, exponent) }
        expectNone(of: needles) { _ = modulus.multiplySecret(base, exponent) }
        // The primes of a phone's key are moduli.
        needles.add("modulus", base * Integer(2) + Integer(1))
        try expectNone(of: needles) { _ = try Modulus(base * Integer(2) + Integer(1)).powerSecret(base, exponent) }
    }
}
