import COpenSSL
import Crypto

/// The modular half of the floor, on OpenSSL's functions alone and not on our wrappers: the wrappers are measured.
///
/// Everything is ready before the clock starts: bases, exponents, the result and the Montgomery context of N².
final class FloorModulus {
    private let N: OpaquePointer
    private let N2: OpaquePointer
    private let base: OpaquePointer
    private let exponent: OpaquePointer
    private let result: OpaquePointer
    private let montgomery: OpaquePointer
    private let scratch: OpaquePointer

    /// - Parameter modulus: N, big-endian, odd
    init(modulus: [UInt8]) throws(BenchError) {
        guard let N = BN_bin2bn(modulus, Int32(modulus.count), nil), let N2 = BN_new(), let base = BN_new(),
            let exponent = BN_new(), let result = BN_new(), let montgomery = BN_MONT_CTX_new(),
            let scratch = BN_CTX_new(), BN_sqr(N2, N, scratch) == 1, BN_MONT_CTX_set(montgomery, N2, scratch) == 1
        else { throw BenchError("the floor's modulus cannot be set up") }
        (self.N, self.N2, self.base, self.exponent) = (N, N2, base, exponent)
        (self.result, self.montgomery, self.scratch) = (result, montgomery, scratch)
    }

    deinit {
        BN_free(N)
        BN_free(N2)
        BN_free(base)
        BN_free(exponent)
        BN_free(result)
        BN_MONT_CTX_free(montgomery)
        BN_CTX_free(scratch)
    }

    /// r^N mod N² for a random base.
    /// - Returns: CPU milliseconds
    func noise() throws(BenchError) -> Double {
        guard BN_rand_range(base, N2) == 1 else { throw BenchError("no randomness") }
        return try power(N)
    }

    /// c^v mod N² for a random base and 256 random bits, the top one set.
    /// - Returns: CPU milliseconds
    func share() throws(BenchError) -> Double {
        guard BN_rand_range(base, N2) == 1, BN_rand(exponent, 256, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 else {
            throw BenchError("no randomness")
        }
        return try power(exponent)
    }

    private func power(_ exponent: OpaquePointer) throws(BenchError) -> Double {
        let start = ThreadClock.now()
        let isDone = BN_mod_exp_mont_consttime(result, base, exponent, N2, scratch, montgomery)
        let spent = ThreadClock.now() - start
        guard isDone == 1 else { throw BenchError("the floor's power failed") }
        return spent
    }
}
