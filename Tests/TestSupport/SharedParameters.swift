import Crypto
import Wire

/// One ring-Pedersen set for all tests of a process, out of the golden vectors: safe primes take seconds to find.
///
/// **Published, factors and all, and never for production**: `PublishedParameters.hashes` names it, so that `serve` can
/// refuse it.
public enum SharedParameters {
    /// Suite 1.
    public static var published: RingPedersenParameters { get throws { try cached.get() } }

    private static let cached = Result {
        let set = try GoldenVectors.valid("keygen", "two-slots")["parameters"] ?? .null
        return try RingPedersenParameters(
            suite: .suite1, modulus: set.hex("modulus"), s: set.hex("s"), t: set.hex("t"))
    }
}
