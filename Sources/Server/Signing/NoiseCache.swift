import Crypto
import Synchronization

/// rr^N mod N² made ahead of S3: at most one unused value per key, epoch and N, queued once S2 is durable, at the
/// lowest priority, so that S2 leaves while a thread of the compute pool begins; consumed by the c3 that uses it,
/// dropped after 120 s or when 10,000 keys have newer ones. Where there is none, both powers are computed at prove in
/// one exponentiation, which costs less CPU in all.
final class NoiseCache: Sendable {
    struct Key: Hashable, Sendable {
        let keyId: String
        let epoch: Int
        /// SHA-256 of N: two refreshes that compete for an epoch have each their own N.
        let nHash: [UInt8]
    }

    private enum Slot {
        /// In the compute queue; a prove that comes first takes the work over.
        case queued
        case computing
        case ready(Box)
    }

    /// One value that can be taken once.
    private final class Box: Sendable {
        private let noise: Mutex<PreparedNoise?>

        init(_ noise: consuming PreparedNoise) { self.noise = Mutex(noise) }

        func take() -> PreparedNoise? { noise.withLock { $0.take() } }
    }

    private struct Entry {
        var slot: Slot
        let since: MonotonicTime

        func isOver(at now: MonotonicTime) -> Bool {
            now >= since.advanced(byMilliseconds: NoiseCache.lifetimeMilliseconds)
        }
    }

    private let entries: Monitor<BoundedTable<Key, Entry>>
    private let compute: ComputePool
    private let check: FaultCheck?
    static let lifetimeMilliseconds = 120_000
    static let capacity = 10_000

    /// - Parameter check: values are made twice for it
    init(compute: ComputePool, check: FaultCheck? = nil, capacity: Int = NoiseCache.capacity) {
        self.compute = compute
        self.check = check
        entries = Monitor(BoundedTable(capacity: capacity))
    }

    /// Queues the work unless a value or a job is there already or the compute queue is half full.
    func prepare(_ key: Key, _ makeKey: @escaping @Sendable () -> PaillierPublicKey?, random: SystemRandom) {
        let now = MonotonicTime.now()
        let wanted = entries.withLock { entries in
            if let old = entries[key], !old.isOver(at: now) { return false }
            entries.insert(Entry(slot: .queued, since: now), for: key)
            return true
        }
        guard wanted else { return }
        let queued = compute.tryEnqueue(.ahead) { [self] in work(key, makeKey, random) }
        if !queued { entries.withLock { _ = $0.remove(key) } }
    }

    private func work(_ key: Key, _ makeKey: () -> PaillierPublicKey?, _ random: SystemRandom) {
        let started = entries.withLock { entries in
            guard var entry = entries[key], case .queued = entry.slot else { return false }
            entry.slot = .computing
            entries.replace(entry, for: key)
            return true
        }
        guard started else { return }
        let box = makeKey().flatMap { make($0, random) }
        entries.withLock { entries in
            guard let box, var entry = entries[key] else {
                entries.remove(key)
                return
            }
            entry.slot = .ready(box)
            entries.replace(entry, for: key)
        }
        entries.broadcast()
    }

    /// Nil when memory is exhausted: the prove then computes.
    private func make(_ key: PaillierPublicKey, _ random: SystemRandom) -> Box? {
        do throws(CryptoError) { return Box(try PreparedNoise(key: key, check: check, random: random)) } catch {
            return nil
        }
    }

    /// The value for one c3, waiting for one that is being computed; nil when there is none: then the caller computes.
    func take(_ key: Key, deadline: MonotonicTime) -> PreparedNoise? {
        let box = entries.wait(until: deadline) { entries -> Box?? in
            guard let entry = entries[key] else { return .some(nil) }
            switch entry.slot {
            case .computing: return nil
            case .queued:
                entries.remove(key)
                return .some(nil)
            case .ready(let box):
                entries.remove(key)
                return .some(entry.isOver(at: .now()) ? nil : box)
            }
        }
        return (box ?? nil)?.take()
    }

    /// Drops values that nobody came for.
    func sweep(now: MonotonicTime) {
        entries.withLock { entries in
            entries.removeAll { entry in
                if case .ready = entry.slot { return entry.isOver(at: now) }
                return false
            }
        }
    }

    var count: Int { entries.withLock { $0.count } }
}
