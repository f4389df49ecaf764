import Synchronization

/// Bytes that follow from a seed: HMAC-SHA256 over a label and a running number. For keys that have to come out the
/// same in two processes.
final class DerivedRandom: RandomSource {
    private let seed: SecretBytes
    private let label: [UInt8]
    private let count = Mutex<UInt64>(0)

    init(seed: borrowing SecretBytes, label: String) {
        self.seed = seed.copy()
        self.label = Array(label.utf8)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        for start in stride(from: 0, to: buffer.count, by: SHA256.byteCount) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let block = HMACSHA256.authenticate(label + withUnsafeBytes(of: number.bigEndian, Array.init), key: seed)
            for index in start..<min(start + SHA256.byteCount, buffer.count) { buffer[index] = block[index - start] }
        }
    }
}
