import Crypto

/// Runs key generation of one slot through both halves of the core and measures each step on the thread's CPU clock.
///
/// Every round has a fresh Paillier key, because a server refuses an N that it has seen; finding its primes is a step
/// of its own that belongs to the phone.
final class EnrolmentCore {
    static let serverSteps = ["K1", "K3"]
    static let phoneSteps = ["phone K1", "phone primes", "phone K3"]

    private let suite: Suite
    private let parameters: RingPedersenParameters
    private let core: CoreKey
    private let random = SystemRandom()
    private let slices = CountedSlices()
    private(set) var meter = Meter()
    /// CPU time of the pieces of K3, named by their place.
    private(set) var pieces = Meter()
    private(set) var serverTotal = Samples()
    private(set) var phoneTotal = Samples()
    private(set) var bytesUp = 0
    private(set) var bytesDown = 0

    /// - Parameter given: the server's set; nil makes one, which takes seconds
    init(suite: Suite, parameters given: RingPedersenParameters? = nil) throws(BenchError) {
        do throws(CryptoError) {
            self.suite = suite
            if let given {
                parameters = given
            } else {
                parameters = try PedersenProof.generate(suite: suite, random: random).0
            }
            core = try CoreKey(secret: CoreKey.generate(random: random))
        } catch { throw BenchError("no parameter set: \(error)") }
    }

    /// One key.
    /// - Parameter isWarmUp: measures nothing
    func round(isWarmUp: Bool = false) throws(BenchError) {
        var spent: [String: Double] = [:]
        do throws(CryptoError) {
            let sizes = try run { spent[$0] = $1 }
            bytesUp = sizes.up
            bytesDown = sizes.down
        } catch { throw BenchError("refused by the core: \(error)") }
        let times = slices.take()
        guard !isWarmUp else { return }
        for (index, time) in times.enumerated() { pieces.add("piece \(index + 1)", time) }
        for step in Self.serverSteps + Self.phoneSteps { meter.add(step, spent[step] ?? 0) }
        serverTotal.add(Self.serverSteps.reduce(0) { $0 + (spent[$1] ?? 0) })
        phoneTotal.add(Self.phoneSteps.reduce(0) { $0 + (spent[$1] ?? 0) })
    }

    private func run(_ note: (String, Double) -> Void) throws(CryptoError) -> (up: Int, down: Int) {
        let head = PhoneKeyGeneration.Head(
            enrolmentId: "5c1f8f0e-51a4-4a0b-8a53-0a3c1d5e7f90",
            documentNumber: "0b7e2a44-6d1c-4e5f-9a8b-7c6d5e4f3a2b", expiresAt: 1_900_000_000,
            parametersHash: parameters.parametersHash)
        var clock = ThreadClock.now()
        func lap(_ step: String) {
            note(step, ThreadClock.now() - clock)
            clock = ThreadClock.now()
        }
        let phone = try PhoneKeyGeneration(suite: suite, slot: .signature, random: random)
        let k1 = EnrolmentJSON.encode(phone.k1)
        lap("phone K1")
        let received = try decoding { () throws(BenchError) in try EnrolmentJSON.k1(k1) }
        let context = KeyGenerationContext(
            enrolmentId: head.enrolmentId, documentNumber: head.documentNumber, slot: received.slot,
            suite: try ServerKeyGeneration.check(received), nonceP1: received.nonce,
            nonceP2: publicBytes(32), parametersHash: head.parametersHash,
            keyId: "3f2b6c1e-0d54-4a8e-9f0a-6f2d1f0c7b11")
        let answer = try ServerKeyGeneration.respond(
            context: context, expiresAt: head.expiresAt, core: core, random: random)
        let k2 = EnrolmentJSON.encode(answer.k2)
        lap("K1")
        let paillier = try PaillierSecretKey.generate(suite, random: random)
        lap("phone primes")
        let accepted = try phone.accept(
            decoding { () throws(BenchError) in try EnrolmentJSON.k2(k2) }, head: head, parameters: parameters,
            core: core.verifyingKey)
        let completed = try phone.complete(accepted, paillier: paillier, parameters: parameters, random: random)
        let k3 = EnrolmentJSON.encode(completed.k3)
        lap("phone K3")
        let verified = try ServerKeyGeneration.complete(
            decoding { () throws(BenchError) in try EnrolmentJSON.k3(k3) }, k1: received, context: context,
            x2: answer.x2, parameters: parameters, modulusSeen: { _ in false }, random: random, slices: slices)
        let digest = context.k4Transcript(k3: verified.transcript, leaf: [], chain: [], deviceToken: "").digest
        let k4 = EnrolmentJSON.k4(signature: try core.sign(digest, random: random))
        lap("K3")
        return (k1.count + k3.count, k2.count + k4.count)
    }

    private func decoding<T>(_ body: () throws(BenchError) -> T) throws(CryptoError) -> T {
        do { return try body() } catch { throw CryptoError("ENCODING", error.description) }
    }

    private func publicBytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { random.fill($0) }
        return bytes
    }
}
