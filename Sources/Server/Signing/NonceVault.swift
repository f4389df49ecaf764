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

    private let cells = Mutex<[[UInt8]: Cell]>([:])

    /// Keeps the nonce of a committed attempt.
    func put(_ nonce: consuming SigningNonce, attempt: [UInt8], expiresAt: MonotonicTime) {
        let cell = Cell(nonce, expiresAt: expiresAt)
        cells.withLock { $0[attempt] = cell }
    }

    /// Takes the nonce out: from now on nobody else can use it. Nil when it was taken, has expired or was never here.
    func take(_ attempt: [UInt8], now: MonotonicTime) -> SigningNonce? {
        guard let cell = cells.withLock({ $0.removeValue(forKey: attempt) }), now < cell.expiresAt else { return nil }
        return cell.take()
    }

    /// Drops a nonce whose attempt has ended.
    func discard(_ attempt: [UInt8]) { _ = cells.withLock { $0.removeValue(forKey: attempt) } }

    /// Drops what has expired.
    func sweep(now: MonotonicTime) {
        cells.withLock { cells in cells = cells.filter { now < $0.value.expiresAt } }
    }

    var count: Int { cells.withLock { $0.count } }
}
