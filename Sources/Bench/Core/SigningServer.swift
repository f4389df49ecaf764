import Crypto

/// P2 of one key, from the bytes of a request to the bytes of its answer. What lies between the steps is held here as a
/// database would hold it; sealing and storing are left out.
final class SigningServer {
    private let key: StoredKey
    private let x2: SecretBytes
    private let core: CoreKey
    private let check: FaultCheck?
    private let random = SystemRandom()
    private var counter: UInt64 = 0
    private var ratchet: Ratchet

    private var sessionId = ""
    private var digest: [UInt8] = []
    private var s1: S1?
    private var attempt: [UInt8] = []
    private var nonce: SigningNonce?
    private var noise: PreparedNoise?
    private var r: [UInt8] = []

    /// - Parameter check: computes c3 twice; nil: once
    init(key: StoredKey, x2: consuming SecretBytes, core: CoreKey, ratchet: Ratchet, check: FaultCheck?) {
        self.key = key
        self.check = check
        self.x2 = x2
        self.core = core
        self.ratchet = ratchet
    }

    /// What the relying party asks for.
    func open(sessionId: String, digest: [UInt8]) {
        self.sessionId = sessionId
        self.digest = digest
    }

    /// S1 → S2.
    func commit(_ body: [UInt8]) throws(BenchError) -> [UInt8] {
        let s1 = try SigningJSON.s1(body)
        let context = try key.context(sessionId: sessionId, digest: digest)
        counter += 1
        let made = try BenchError.checking { () throws(CryptoError) in
            try ServerSigning.commit(
                s1, context: context, signCounter: counter, x2: Scalar(secret: x2), core: core, random: random)
        }
        let s2 = made.s2
        nonce = made.takeNonce()
        self.s1 = s1
        attempt = s2.attempt
        return SigningJSON.encode(s2)
    }

    /// rr^N, while the citizen types the PIN. Without it, prove computes both powers at once.
    func prepare() throws(BenchError) {
        let publicKey = try key.publicKey()
        noise = try BenchError.checking { () throws(CryptoError) in
            try PreparedNoise(key: publicKey, check: check, random: random)
        }
    }

    /// S3 → S4.
    func prove(_ body: [UInt8]) throws(BenchError) -> [UInt8] {
        let s3 = try SigningJSON.s3(body)
        guard let s1, let nonce = nonce.take() else { throw BenchError("prove before commit") }
        let attempt = ServerSigning.Attempt(
            context: try key.context(sessionId: sessionId, digest: digest), s1: s1, ssid: attempt)
        let verified: ServerSigning.VerifiedS3
        do throws(CryptoError) {
            verified = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: ratchet)
        } catch { throw BenchError("S3 refused: \(error)") }
        r = verified.r
        ratchet = verified.ratchet
        let publicKey = if let made = noise?.key { made } else { try key.publicKey() }
        do throws(CryptoError) {
            let s4 = try ServerSigning.answer(
                s3, verified, attempt: attempt, nonce: nonce, x2: Scalar(secret: x2), key: publicKey,
                noise: noise.take(), check: check, core: core, random: random)
            return SigningJSON.encode(s4)
        } catch { throw BenchError("S3 not answered: \(error)") }
    }

    /// S5 → the answer.
    func finish(_ body: [UInt8]) throws(BenchError) -> [UInt8] {
        let s5 = try SigningJSON.s5(body)
        try BenchError.checking { () throws(CryptoError) in
            try ServerSigning.finish(s5, ssid: attempt, r: r, digest: digest, Q: Point(encoding: key.Q))
        }
        return SigningJSON.finished()
    }
}
