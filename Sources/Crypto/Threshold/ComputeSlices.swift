/// Where the pieces of a long verification run. A server sends each to a pool, so that nothing urgent waits behind a
/// whole K3; everybody else runs them in place.
public protocol ComputeSlices {
    func run<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(CryptoError) -> T
}

/// Runs every piece where it is called.
public struct InPlace: ComputeSlices {
    public init() {}

    /// - Throws: what the piece throws
    public func run<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(CryptoError) -> T { try body() }
}
