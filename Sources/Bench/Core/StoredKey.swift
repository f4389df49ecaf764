import Crypto

/// The server's row of one key, as bytes: every step decodes what it needs, as a server does that keeps nothing.
struct StoredKey: Sendable {
    let suite: Suite
    let keyId: String
    let epoch: UInt64
    let Q: [UInt8]
    let Q1: [UInt8]
    let N: [UInt8]
    let ckey: [UInt8]
    let kernel: ModularKernel

    /// The run's context; two points are decoded.
    func context(sessionId: String, digest: [UInt8]) throws(BenchError) -> SigningContext {
        try BenchError.checking { () throws(CryptoError) in
            try SigningContext(
                suite: suite, keyId: keyId, epoch: epoch, Q: Point(encoding: Q), Q1: Point(encoding: Q1), N: N,
                ckey: ckey, sessionId: sessionId, slot: .signature, scheme: .rawDigest, digest: digest)
        }
    }

    func publicKey() throws(BenchError) -> PaillierPublicKey {
        try BenchError.checking { () throws(CryptoError) in
            try PaillierPublicKey(N: Integer(bytes: N), suite: suite, kernel: kernel)
        }
    }
}
