import Crypto

/// Runs signatures through both halves of the core and measures each step on the thread's CPU clock.
final class SigningCore {
    /// The server's steps, in the order of a signature. `noise` is rr^N, made between S2 and S3; nothing in joint mode.
    static let serverSteps = ["S1", "noise", "S3", "S5"]
    static let phoneSteps = ["phone S1", "phone S3", "phone S5"]

    let mode: SigningMode
    private let server: SigningServer
    private let phone: SigningPhone
    private let random = SystemRandom()
    private(set) var meter = Meter()
    private(set) var serverTotal = Samples()
    private(set) var phoneTotal = Samples()
    /// The exponentiations alone, one measurement a round.
    private(set) var powers = Samples()
    private let ownPowers: OwnPowers
    private(set) var bytesUp = 0
    private(set) var bytesDown = 0

    /// Makes a key without the proofs of key generation, which a signature does not need.
    /// - Parameter check: computes c3 twice; nil: once
    init(suite: Suite, mode: SigningMode, kernel: ModularKernel, check: FaultCheck? = nil) throws(BenchError) {
        let key: StoredKey
        (server, phone, key) = try BenchError.checking { () throws(CryptoError) in
            try Self.makeKey(suite, kernel: kernel, check: check, random: SystemRandom())
        }
        self.mode = mode
        ownPowers = OwnPowers(key: try key.publicKey(), ckey: key.ckey)
    }

    private static func makeKey(
        _ suite: Suite, kernel: ModularKernel, check: FaultCheck?, random: SystemRandom
    ) throws(CryptoError) -> (SigningServer, SigningPhone, StoredKey) {
        let x1 = Scalar.random(from: random), x2 = Scalar.random(from: random)
        let paillier = try PaillierSecretKey.generate(suite, random: random)
        let publicKey = paillier.publicKey
        let randomness = Integer.randomUnit(modulo: publicKey.N.value, from: random)
        let ckey = publicKey.encrypt(x1.integer, randomness: randomness).bytes(width: suite.n2)
        guard let Q1 = Point.generator(times: x1), let Q = Q1.times(x2) else { throw CryptoError("Q1_POINT") }
        let core = try CoreKey(secret: CoreKey.generate(random: random))
        let key = StoredKey(
            suite: suite, keyId: "3f2b6c1e-0d54-4a8e-9f0a-6f2d1f0c7b11", epoch: 1, Q: Q.encoding, Q1: Q1.encoding,
            N: publicKey.encodedN, ckey: ckey, kernel: kernel)
        let token = [UInt8](repeating: 7, count: 32)
        let ratchet = Ratchet(current: Ratchet.hash(token: token, keyId: key.keyId), history: [])
        let share = try PhoneShare(x1: x1, paillier: paillier, Q: Q, ckey: ckey)
        return (
            SigningServer(key: key, x2: x2.secretBytes, core: core, ratchet: ratchet, check: check),
            SigningPhone(key: key, share: share, core: core.verifyingKey, token: token), key
        )
    }

    /// One signature.
    /// - Parameter isWarmUp: measures nothing
    func round(isWarmUp: Bool = false) throws(BenchError) {
        var digest = [UInt8](repeating: 0, count: 32)
        digest.withUnsafeMutableBytes { random.fill($0) }
        let sessionId = "9a3e1c5b-7d20-4f61-8b9c-2e4d6f8a0b1c"
        server.open(sessionId: sessionId, digest: digest)
        var spent: [String: Double] = [:]
        var clock = ThreadClock.now()
        func lap(_ step: String) {
            let now = ThreadClock.now()
            spent[step] = now - clock
            clock = ThreadClock.now()
        }
        let s1 = try phone.begin(sessionId: sessionId, digest: digest)
        lap("phone S1")
        let s2 = try server.commit(s1)
        lap("S1")
        if mode == .ahead { try server.prepare() }
        lap("noise")
        let s3 = try phone.prove(s2)
        lap("phone S3")
        let s4 = try server.prove(s3)
        lap("S3")
        let s5 = try phone.finish(s4)
        lap("phone S5")
        let finished = try server.finish(s5)
        lap("S5")
        let powersAlone = ownPowers.measure(mode)
        guard !isWarmUp else { return }
        powers.add(powersAlone)
        for step in Self.serverSteps + Self.phoneSteps { meter.add(step, spent[step] ?? 0) }
        serverTotal.add(Self.serverSteps.reduce(0) { $0 + (spent[$1] ?? 0) })
        phoneTotal.add(Self.phoneSteps.reduce(0) { $0 + (spent[$1] ?? 0) })
        bytesUp = s1.count + s3.count + s5.count
        bytesDown = s2.count + s4.count + finished.count
    }
}
