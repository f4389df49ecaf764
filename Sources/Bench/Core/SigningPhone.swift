import Crypto

/// P1 of one key, from bytes to bytes.
final class SigningPhone {
    private let key: StoredKey
    private let share: PhoneShare
    private let core: CoreVerifyingKey
    private let random = SystemRandom()
    private var counter: UInt64 = 0
    private var token: [UInt8]
    private var run: PhoneSigning?
    private var accepted: PhoneSigning.AcceptedS2?
    private var s3: S3?

    init(key: StoredKey, share: consuming PhoneShare, core: CoreVerifyingKey, token: [UInt8]) {
        self.key = key
        self.share = share
        self.core = core
        self.token = token
    }

    /// S1.
    func begin(sessionId: String, digest: [UInt8]) throws(BenchError) -> [UInt8] {
        let context = try key.context(sessionId: sessionId, digest: digest)
        let made: PhoneSigning
        do throws(CryptoError) { made = try PhoneSigning(context: context, random: random) } catch {
            throw BenchError("S1 not made: \(error)")
        }
        let s1 = made.s1
        run = consume made
        return SigningJSON.encode(s1)
    }

    /// S2 → S3.
    func prove(_ body: [UInt8]) throws(BenchError) -> [UInt8] {
        let s2 = try SigningJSON.s2(body)
        var next = [UInt8](repeating: 0, count: 32)
        next.withUnsafeMutableBytes { random.fill($0) }
        guard run != nil else { throw BenchError("S2 before S1") }
        do throws(CryptoError) {
            guard let accepted = try run?.accept(s2, lastSignCounter: counter, core: core),
                let s3 = try run?.prove(
                    accepted, x1: share.x1, ratchet: [token],
                    ratchetNext: Ratchet.hash(token: next, keyId: key.keyId), random: random)
            else { throw CryptoError("S2_ENCODING") }
            self.accepted = accepted
            self.s3 = s3
            counter = accepted.signCounter
            token = next
            return SigningJSON.encode(s3)
        } catch { throw BenchError("S2 refused: \(error)") }
    }

    /// S4 → S5.
    func finish(_ body: [UInt8]) throws(BenchError) -> [UInt8] {
        let s4 = try SigningJSON.s4(body)
        guard let accepted, let s3 else { throw BenchError("S4 before S3") }
        do throws(CryptoError) {
            guard let s5 = try run?.finish(s4, accepted, s3: s3, share: share, core: core) else {
                throw CryptoError("C3_ENCODING")
            }
            return SigningJSON.encode(s5)
        } catch { throw BenchError("S4 refused: \(error)") }
    }
}
