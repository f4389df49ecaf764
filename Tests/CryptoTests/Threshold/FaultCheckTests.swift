import Synchronization
import TestSupport
import Testing
import Vectors

@_spi(Deterministic) @testable import Crypto

/// A machine that errs while it computes c3 (threshold-ecdsa B28).
@Suite struct FaultCheckTests {
    private static let random = VectorRandom(seed: "fault-check")

    private static func key(_ run: SigningFixture) throws -> PaillierPublicKey {
        try PaillierPublicKey(N: Integer(bytes: run.key.verified.N), suite: .suite1)
    }

    private static func answer(
        _ run: SigningFixture, _ noise: consuming PreparedNoise?, _ check: FaultCheck, label: String
    ) throws -> S4 {
        try ServerSigning.answer(
            run.s3, run.verified, attempt: run.attempt, nonce: SigningNonce(k2: run.nonce.k2.duplicate()),
            x2: run.key.x2, key: key(run), noise: noise, check: check, core: run.key.core,
            random: random.stream(label))
    }

    @Test func theSecondWayIsInAnotherKernelWhereThereIsOne() {
        let available = ModularKernel.allCases.filter(\.isAvailable)
        for kernel in available {
            let second = FaultCheck(beside: kernel).kernel
            #expect(second.isAvailable)
            #expect((second == kernel) == (available.count == 1))
        }
        #expect(FaultCheck().kernel == available.last { $0 != .fastest } ?? .fastest)
    }

    /// The powers of both ways, in every kernel, at the edges of exponents and of bases.
    @Test(arguments: ModularKernel.allCases.filter(\.isAvailable))
    func theOtherWayGivesTheSamePowers(kernel: ModularKernel) throws {
        let stream = Self.random.stream("powers")
        for suite in Suite.all {
            let N = Integer.powerOfTwo(suite.modulusBits) - Integer(1)
            let ring = try NadicRing(N, kernel: kernel)
            for bits in [0, 1, 15, 16, 17, 2_040] {
                let low = bits == 0 ? N - Integer(1) : Integer.random(below: N, from: stream)
                let base = ring.element(low, Integer.random(below: N, from: stream))
                let open = Integer.powerOfTwo(bits) + Integer(bits % 2)
                let direct = ring.integer(ring.power(base, publicExponent: open))
                let again = ring.integer(ring.powerAgain(base, publicExponent: open))
                let isSame = direct == again
                #expect(isSame)
                let edge = [UInt8](repeating: 0, count: 30) + [UInt8(bits % 3), UInt8(bits % 256)]
                let secret = bits % 2 == 0 ? try Scalar(bytes: edge) : Scalar.random(from: stream)
                let own = ring.integer(ring.power(base, secretExponent: secret))
                let other = ring.integer(ring.powerAgain(base, secretExponent: secret))
                let isEqual = own == other
                #expect(isEqual)
            }
        }
    }

    @Test func withoutAFaultBothModesAnswer() throws {
        let run = try SigningFixture("fault/none", digest: [UInt8](repeating: 4, count: 32))
        let check = FaultCheck()
        let noise = try PreparedNoise(key: Self.key(run), check: check, random: Self.random.stream("ahead"))
        for s4 in [
            try Self.answer(run, noise, check, label: "ahead"), try Self.answer(run, nil, check, label: "joint"),
        ] {
            let s5 = try run.phone.finish(
                s4, run.accepted, s3: run.s3, share: run.key.share, core: run.key.core.verifyingKey)
            #expect(s5 == run.s5)
        }
    }

    /// One bit of any value on either way, low half and high half.
    @Test(arguments: FaultCheck.Step.allCases, [0, 1_000, 2_047, 2_048, 4_095])
    func oneFlippedBitIsNeverAnswered(step: FaultCheck.Step, bit: Int) throws {
        let run = try SigningFixture("fault/flip", digest: [UInt8](repeating: 5, count: 32))
        let met = Mutex(0)
        let check = FaultCheck { reached, limbs in
            guard reached == step else { return }
            met.withLock { $0 += 1 }
            limbs[bit / 64] ^= 1 << UInt64(bit % 64)
        }
        let key = try Self.key(run)
        if step != .joint {
            #expect(throws: CryptoError("C3_FAULT")) {
                let noise = try PreparedNoise(key: key, check: check, random: Self.random.stream("ahead"))
                return try Self.answer(run, noise, check, label: "ahead")
            }
            #expect(met.withLock { $0 } == 1)
        }
        guard ![.noise, .share].contains(step) else { return }
        #expect(throws: CryptoError("C3_FAULT")) { try Self.answer(run, nil, check, label: "joint") }
    }

    /// Noise that was made once is not half a check: both powers are made anew.
    @Test func noiseMadeOnceIsNotUsed() throws {
        let run = try SigningFixture("fault/once", digest: [UInt8](repeating: 6, count: 32))
        let met = Mutex<[FaultCheck.Step]>([])
        let check = FaultCheck { reached, _ in met.withLock { $0.append(reached) } }
        let noise = PreparedNoise(key: try Self.key(run), random: Self.random.stream("once"))
        _ = try Self.answer(run, noise, check, label: "once")
        #expect(met.withLock { $0 } == [.joint, .secondNoise, .secondShare])
    }
}
