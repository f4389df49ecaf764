/// Where randomness enters this target. Programs pass `SystemRandom`; tests and the generator of golden vectors pass a
/// deterministic source, so that every byte of a run can be reproduced.
public protocol RandomSource: Sendable {
    /// Fills the whole buffer. A source that cannot do so must not return.
    func fill(_ buffer: UnsafeMutableRawBufferPointer)
}
