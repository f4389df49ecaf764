import Crypto
import Synchronization

/// The k2 of open attempts, in the memory of the process that made them and nowhere else. A crash loses them; that is
/// the point: no copy, no backup and no replica can bring a nonce back.
final class NonceVault: Sendable {
    /// One k2 that can be taken once. (A ~Copyable value cannot stand in a Dictionary.)
    private final class Cell: Sendable {
        private let nonce: Mutex<SigningNonce?>
        let expiresAt: MonotonicTime

        init(_ nonce: consuming SigningNonce, expiresAt: MonotonicTime) {
            self.nonce = Mutex(nonce)
            self.expiresAt = expiresAt
        }

        func take() -> SigningNonce? { nonce.withLock { $0.take() } }
    }

    private struct State {
        var cells: [[UInt8]: Cell] = [:]
        /// How many requests are at work with an attempt's nonce: two for the moment in which one has given it back and
        /// the next has taken it already.
        var inFlight: [[UInt8]: Int] = [:]
    }

    private let state = Mutex(State())

    /// Keeps the nonce of a committed attempt.
    func put(_ nonce: consuming SigningNonce, attempt: [UInt8], expiresAt: MonotonicTime) {
        let cell = Cell(nonce, expiresAt: expiresAt)
        state.withLock { $0.cells[attempt] = cell }
    }

    /// Takes the nonce out: from now on nobody else can use it. Nil when it was taken, has expired or was never here.
    /// Whoever gets it calls `settle` when he is done.
    func take(_ attempt: [UInt8], now: MonotonicTime) -> SigningNonce? {
        let cell = state.withLock { state -> Cell? in
            guard let cell = state.cells.removeValue(forKey: attempt), now < cell.expiresAt else { return nil }
            state.inFlight[attempt, default: 0] += 1
            return cell
        }
        return cell?.take()
    }

    /// The request that took the nonce is done with it.
    func settle(_ attempt: [UInt8]) {
        state.withLock { state in
            let left = (state.inFlight[attempt] ?? 0) - 1
            state.inFlight[attempt] = left > 0 ? left : nil
        }
    }

    /// Whether a request is working with the nonce of this attempt.
    func isInFlight(_ attempt: [UInt8]) -> Bool { state.withLock { $0.inFlight[attempt] != nil } }

    /// Drops a nonce whose attempt has ended.
    func discard(_ attempt: [UInt8]) { _ = state.withLock { $0.cells.removeValue(forKey: attempt) } }

    /// Drops what has expired.
    func sweep(now: MonotonicTime) {
        state.withLock { state in state.cells = state.cells.filter { now < $0.value.expiresAt } }
    }

    var count: Int { state.withLock { $0.cells.count } }
}
