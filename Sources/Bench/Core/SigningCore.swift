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

    /// - Parameter check: computes c3 twice; nil: once
    init(suite: Suite, mode: SigningMode, kernel: ModularKernel, check: FaultCheck? = nil) throws(BenchError) {
        let halves = try SigningHalves.make(suite: suite, kernel: kernel, check: check)
        server = halves.server
        phone = halves.phone
        self.mode = mode
        ownPowers = OwnPowers(key: try halves.key.publicKey(), ckey: halves.key.ckey)
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
