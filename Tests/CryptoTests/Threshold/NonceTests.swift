import Testing

@testable import Crypto

/// R2 of different attempts are different points, also when everything else is the same (threshold-ecdsa B23).
@Suite struct NonceTests {
    /// `tamga bench randomness` makes the long run.
    private static let count = 10_000

    /// One S1 again and again, with the system's generator: the way of `ServerSigning.commit` to its nonce.
    @Test func everyAttemptHasItsOwnR2() throws {
        let x2 = Scalar.random(from: SystemRandom()), sid1 = SHA256.hash([1]), commitment = SHA256.hash([2])
        var seen = Set<[UInt8]>()
        seen.reserveCapacity(Self.count)
        for _ in 0..<Self.count {
            let nonce = try SigningNonce(
                x2: x2, sid1: sid1, commitment: commitment, digest: SHA256.hash([3]), random: SystemRandom())
            // x decides: k2 and −k2 give one r.
            seen.insert(nonce.R2.x)
        }
        #expect(seen.count == Self.count)
    }
}
