import Crypto
import Synchronization

/// A repeatable stream of bytes that differs by label and from call to call.
final class LabelledRandom: RandomSource {
    private let label: [UInt8]
    private let calls = Mutex<UInt8>(0)

    init(_ label: String) { self.label = Array(label.utf8) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        let call = calls.withLock { count in
            count &+= 1
            return count
        }
        for start in stride(from: 0, to: buffer.count, by: 32) {
            let block = SHA256.hash(label + [call, UInt8(truncatingIfNeeded: start / 32)])
            for index in start..<min(start + 32, buffer.count) { buffer[index] = block[index - start] }
        }
    }
}
