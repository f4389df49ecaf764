import Crypto
import Synchronization

/// The deterministic source of all values that are not given: named values out of one public seed.
///
/// bytes(label) = XOF(H("vector-drbg", seed, label), n); below(label, b) = OS2IP of ⌈(|b| + 128)/8⌉ such bytes, mod b.
public struct VectorRandom: Sendable {
    let seed: String

    public init(seed: String) { self.seed = seed }

    private func key(_ label: String) -> [UInt8] {
        var transcript = Transcript("vector-drbg")
        transcript.append(text: seed)
        transcript.append(text: label)
        return transcript.digest
    }

    func bytes(_ label: String, _ count: Int) -> [UInt8] { XOF.expand(seed: key(label), count: count) }

    func below(_ label: String, _ bound: borrowing Integer) -> Integer {
        Integer(bytes: bytes(label, (bound.bitLength + 128 + 7) / 8)).modulo(bound)
    }

    /// In [−bound, bound].
    func within(_ label: String, _ bound: borrowing Integer) -> Integer {
        below(label, bound + bound + Integer(1)) - bound
    }

    /// In [1, q−1].
    func scalar(_ label: String) throws(CryptoError) -> Scalar {
        let value = below(label, CurveOrder.integer - Integer(1)) + Integer(1)
        return try Scalar(bytes: value.bytes(width: 32))
    }

    /// An endless source under one label, for code that draws as it likes.
    public func stream(_ label: String) -> VectorRandomStream { VectorRandomStream(seed: key(label)) }
}

/// The blocks of the XOF one after the other.
public final class VectorRandomStream: RandomSource {
    private struct State {
        var block: UInt64 = 0
        var rest: ArraySlice<UInt8> = []
    }

    private let seed: [UInt8]
    private let state = Mutex(State())

    init(seed: [UInt8]) { self.seed = seed }

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        state.withLock { state in
            for index in 0..<buffer.count {
                if state.rest.isEmpty {
                    var transcript = Transcript("xof")
                    transcript.append(seed)
                    transcript.append(state.block)
                    state.rest = transcript.digest[...]
                    state.block += 1
                }
                buffer[index] = state.rest.removeFirst()
            }
        }
    }
}
