/// A store without a file, for load generators and tests. It keeps the encoded text, so that what cannot be written
/// and read again does not pass unseen.
public final class MemoryStateStore: StateStore {
    private var text: [UInt8]?
    /// How often it was written.
    public private(set) var saves = 0

    public init() {}

    public func load() throws(PhoneError) -> PhoneState? {
        try text.map { (bytes) throws(PhoneError) in try PhoneState(decoding: bytes) }
    }

    public func save(_ state: PhoneState) throws(PhoneError) {
        text = state.encoding
        saves += 1
    }
}
