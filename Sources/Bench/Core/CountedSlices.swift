import Crypto
import Synchronization

/// Runs the pieces of a verification in place and notes how long each took: a piece is what a prove may have to wait
/// for on a busy server.
final class CountedSlices: ComputeSlices, Sendable {
    private let spent = Mutex<[Double]>([])

    func run<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(CryptoError) -> T {
        let start = ThreadClock.now()
        let value = try body()
        let time = ThreadClock.now() - start
        spent.withLock { $0.append(time) }
        return value
    }

    /// CPU milliseconds of each piece, in order; empties the list.
    func take() -> [Double] {
        spent.withLock { times in
            defer { times = [] }
            return times
        }
    }
}
