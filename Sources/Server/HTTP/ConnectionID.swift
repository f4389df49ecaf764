/// Names a connection of one event loop by its place in the table and the number of times that the place was used.
/// Workers hold this and never a descriptor: the answer to a connection that is gone finds another generation and is
/// dropped, instead of reaching whoever got the same descriptor next.
struct ConnectionID: Sendable, Hashable {
    let index: UInt32
    let generation: UInt32

    init(index: UInt32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    /// As epoll's 64-bit token.
    var token: UInt64 { UInt64(generation) << 32 | UInt64(index) }

    init(token: UInt64) {
        index = UInt32(truncatingIfNeeded: token)
        generation = UInt32(truncatingIfNeeded: token >> 32)
    }
}
