import Crypto
import Synchronization

/// A repeatable source that keeps nothing of what it has given: SHA-256 of a seed and a counter, written where it is
/// wanted.
public final class ErasingRandom: RandomSource {
    private let seed: [UInt8]
    private let count = Mutex(UInt64(0))

    public init(_ seed: String) { self.seed = Array(seed.utf8) }

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var done = 0
        while done < buffer.count {
            let block = SecretBytes(count: SHA256.byteCount)
            block.withUnsafeBytes { bytes in
                next(into: UnsafeMutableRawBufferPointer(mutating: bytes))
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(rest.count)))
            }
            done += SHA256.byteCount
        }
    }

    private func next(into block: UnsafeMutableRawBufferPointer) {
        var digest = SHA256()
        digest.update(seed)
        let number = count.withLock { count in
            count += 1
            return count
        }
        withUnsafeBytes(of: number) { digest.update($0) }
        digest.finalize(into: block)
    }
}
