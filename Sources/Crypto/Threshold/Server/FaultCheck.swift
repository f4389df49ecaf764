/// Computes c3 a second time, so that a fault of the machine does not reach the phone: with the factors of N it would
/// read an equation between k2 and x2 out of a wrong c3, about which nobody has proved anything (threshold-ecdsa B28).
///
/// The second way begins with the same inputs and shares no value between them and c3 with the first: its powers are
/// taken along other exponents (`NadicRing.powerAgain`), its products stand in another order, its ring is made from the
/// key record's N, and it runs in another kernel where the processor has two (docs/adr/0014).
public struct FaultCheck: Sendable {
    /// Values on the two ways, where a test may put a fault.
    @_spi(Deterministic) public enum Step: Sendable, CaseIterable {
        case noise, share, joint
        case secondNoise, secondShare
    }

    /// What the second way is computed with.
    public let kernel: ModularKernel
    private let disturb: (@Sendable (Step, UnsafeMutableBufferPointer<UInt64>) -> Void)?

    /// - Parameter kernel: what the first way is computed with
    public init(beside kernel: ModularKernel = .fastest) {
        self.kernel = ModularKernel.allCases.last { $0 != kernel && $0.isAvailable } ?? kernel
        disturb = nil
    }

    /// - Parameter disturb: may change the limbs of a value as soon as it has been computed
    @_spi(Deterministic)
    public init(
        beside kernel: ModularKernel = .fastest,
        disturb: @escaping @Sendable (Step, UnsafeMutableBufferPointer<UInt64>) -> Void
    ) {
        self.kernel = FaultCheck(beside: kernel).kernel
        self.disturb = disturb
    }

    func reach(_ step: Step, _ value: borrowing NadicElement) {
        disturb?(step, UnsafeMutableBufferPointer(start: value.limbs, count: 2 * value.half))
    }

    /// - Parameter N: big-endian, of the key record
    /// - Throws: as `NadicRing.init`
    func ring(_ N: [UInt8]) throws(CryptoError) -> NadicRing { try NadicRing(Integer(bytes: N), kernel: kernel) }

    /// rr^N.
    func noise(_ rr: borrowing Integer, in ring: borrowing NadicRing) -> NadicElement {
        let out = ring.powerAgain(ring.element(rr, Integer(0)), publicExponent: ring.N)
        reach(.secondNoise, out)
        return out
    }

    /// c3 from rr^N of `noise`, as `width` bytes.
    func answer(
        ckey: [UInt8], v: borrowing Scalar, plaintext: borrowing Integer, noise: borrowing NadicElement,
        in ring: borrowing NadicRing, width: Int
    ) -> [UInt8] {
        let share = ring.powerAgain(ring.element(ofPublic: Integer(bytes: ckey)), secretExponent: v)
        reach(.secondShare, share)
        let rest = ring.multiply(noise, ring.element(Integer(1), plaintext))
        return ring.integer(ring.multiply(share, rest)).bytes(width: width)
    }
}
