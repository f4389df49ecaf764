import Crypto
import Synchronization

/// What a listener shows to those who connect now. Replaced while it listens: open connections keep what they began
/// with.
public final class TLSCredentials: Sendable {
    private let context: Mutex<TLSContext>

    public init(_ context: TLSContext) { self.context = Mutex(context) }

    public var current: TLSContext { context.withLock { $0 } }

    public func replace(_ fresh: TLSContext) { context.withLock { $0 = fresh } }
}
