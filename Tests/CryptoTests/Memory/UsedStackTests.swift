import CModExp
import COpenSSL
import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// What calls with secrets leave on the stack below them.
@Suite(.enabled(if: FreedMemory.canBeWatched)) struct UsedStackTests {
    private static let random = ErasingRandom("used stack")

    /// The operands of the kernels, at one place: their addresses may remain on the stack, their values not.
    private final class Operands {
        let half: Int
        let ring: OpaquePointer
        let base: UnsafeMutablePointer<UInt64>
        let other: UnsafeMutablePointer<UInt64>
        let exponent: UnsafeMutablePointer<UInt64>
        let out: UnsafeMutablePointer<UInt64>

        init(_ kernel: ModularKernel, bits: Int) throws {
            half = bits / 64
            let all = UnsafeMutablePointer<UInt64>.allocate(capacity: 6 * half + 4)
            (base, other, out, exponent) = (all, all + 2 * half, all + 4 * half, all + 6 * half)
            UsedStackTests.random.fill(UnsafeMutableRawBufferPointer(start: all, count: 8 * half))
            base[0] |= 1
            base[half - 1] |= 1 << 63
            ring = try #require(tamga_ring_create(base, bits, kernel.name))
        }

        deinit {
            tamga_ring_free(ring)
            base.deallocate()
        }

        /// Both halves below N, whose top bit is set.
        func draw() {
            UsedStackTests.random.fill(UnsafeMutableRawBufferPointer(start: base, count: 8 * (6 * half + 4)))
            for index in [half - 1, 2 * half - 1, 3 * half - 1, 4 * half - 1] { base[index] &= UInt64.max >> 1 }
        }
    }

    /// The kernels keep everything on the stack, and what remains there depends on neither base nor exponent.
    @Test(arguments: ModularKernel.allCases.filter(\.isAvailable), [2_048, 3_072])
    func kernels(_ kernel: ModularKernel, bits: Int) throws {
        let at = try Operands(kernel, bits: bits)
        var unit: [UInt64] = [65_537]
        let power = unit.withUnsafeMutableBufferPointer { unit in
            UsedStack.isTheSame(beforeEach: at.draw) {
                var open = tamga_public_power(base: at.base, exponent: unit.baseAddress, bits: 64)
                var secret = tamga_secret_power(base: at.other, exponent: at.exponent, bits: 256)
                tamga_power(at.ring, at.out, &open, &secret)
            }
        }
        #expect(power)
        #expect(UsedStack.isTheSame(beforeEach: at.draw) { tamga_multiply(at.ring, at.out, at.base, at.other) })
        #expect(UsedStack.isTheSame(beforeEach: at.draw) { tamga_square(at.ring, at.out, at.base) })
    }

    /// The instrument itself.
    @Test func whatACallLeavesIsSeen() {
        let at = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        defer { at.deallocate() }
        let leave = {
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { $0.update(repeating: at.pointee) }
        }
        #expect(!UsedStack.isTheSame(beforeEach: { at.pointee = .random(in: 1 ... .max) }, leave))
        let secret = SecretBytes.random(count: 8, from: Self.random)
        var needles = Needles()
        needles.add("secret", secret)
        secret.withUnsafeBytes { at.pointee = $0.load(as: UInt64.self) }
        let (bytes, findings) = UsedStack.after(needles, leave)
        #expect(bytes >= 512)
        #expect(findings.count >= 32)
    }

    /// A state after the padded key is as good as the key.
    private func addStates(of key: borrowing SecretBytes, _ name: String, to needles: inout Needles) {
        let keyed = HMACSHA256(key: key)
        for (part, words) in [("inner", keyed.inner.context.h), ("outer", keyed.outer.context.h)] {
            let state = withUnsafeBytes(of: words) { SecretBytes(copying: $0) }
            needles.add("\(part) state of \(name)", state)
        }
    }

    @Test func keyedHashes() throws {
        let key = SecretBytes.random(count: 32, from: Self.random)
        var needles = Needles()
        needles.add(hashKey: key)
        addStates(of: key, "key", to: &needles)
        _ = HMACSHA256.authenticate([1, 2, 3], key: key)
        let left = UsedStack.after(needles) { _ = HMACSHA256.authenticate([1, 2, 3], key: key) }
        #expect(left.bytes > 0)
        #expect(left.findings.isEmpty)
    }

    @Test func derivedKeys() throws {
        let input = SecretBytes.random(count: 32, from: Self.random)
        let salt: [UInt8] = [1]
        var needles = Needles()
        needles.add("input", input)
        needles.add("derived", try HKDF.derive(from: input, salt: salt, info: [2], count: 64))
        // The extracted key is HMAC(salt, input) (RFC 5869 §2.2).
        var state = HMACSHA256(publicKey: salt)
        input.withUnsafeBytes { state.update($0) }
        var extracted = SecretBytes(count: 32)
        extracted.withUnsafeMutableBytes { state.finish(into: $0) }
        needles.add("extracted", extracted)
        addStates(of: extracted, "extracted", to: &needles)
        let left = UsedStack.after(needles) { _ = try? HKDF.derive(from: input, salt: salt, info: [2], count: 64) }
        #expect(left.bytes > 0)
        #expect(left.findings.isEmpty)
    }

    @Test func finishedStates() {
        let secret = SecretBytes.random(count: 100, from: Self.random)
        let digest = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 16)
        defer { digest.deallocate() }
        var hash = SHA256(), code = HMACSHA256(key: secret)
        secret.withUnsafeBytes { hash.update($0) }
        hash.finish(into: digest)
        code.finish(into: digest)
        for context in [hash.context, code.inner.context, code.outer.context] {
            #expect(withUnsafeBytes(of: context) { $0.allSatisfy { $0 == 0 } })
        }
    }

    @Test func scalars() throws {
        let a = Scalar.random(from: Self.random), b = Scalar.random(from: Self.random)
        let bytes = a.secretBytes
        let generated = Point.generator(times: b)
        let point = try #require(generated)
        var needles = Needles()
        needles.add("a", a)
        needles.add("a·b", a * b)
        needles.add("a + b", a + b)
        needles.add("1/a", a.inverse())
        let calls: [(name: String, body: () -> Void)] = [
            ("a + b", { _ = a + b }), ("a·b", { _ = a * b }), ("1/a", { _ = a.inverse() }),
            ("of bytes", { _ = try? Scalar(secret: bytes) }),
            ("reduced", { bytes.withUnsafeBytes { _ = Scalar(reducing: $0) } }), ("integer", { _ = a.integer }),
            ("a·G", { _ = PointHandle(times: a, nil) }), ("a·B", { _ = PointHandle(times: a, point.handle) }),
            ("bytes", { _ = a.secretBytes }),
            ("nonce", { _ = try? HedgedNonce.derive(secret: a, salt: [1], info: [2]) }),
        ]
        for call in calls {
            call.body()
            let left = UsedStack.after(needles, call.body)
            #expect(left.bytes > 0)
            #expect(left.findings.isEmpty, "\(call.name)")
        }
    }
}
