@_spi(Deterministic) import Crypto
import Dispatch
import Synchronization

/// Complete enrolments, with every proof, for every pair of shares; and what is refused of them.
enum KeyGenerationCases {
    /// - Returns: the keys of all pairs (x1, x2), refused reflections among them
    static func run(_ parameters: RingPedersenParameters, _ tally: Tally) throws(CryptoError) -> [EnrolledKey] {
        let pairs = Value.units.flatMap { x1 in Value.units.map { (x1, $0) } }
        let made = Mutex<[Int: EnrolledKey]>([:])
        let failure = Mutex<CryptoError?>(nil)
        DispatchQueue.concurrentPerform(iterations: pairs.count) { index in
            let (x1, x2) = pairs[index]
            do throws(CryptoError) {
                let key = try EnrolledKey(
                    x1: x1, x2: x2, parameters: parameters, random: SeededSource("enrolment \(index)"))
                complete(key, tally)
                made.withLock { $0[index] = key }
            } catch { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return made.withLock { keys in pairs.indices.compactMap { keys[$0] } }
    }

    private static func complete(_ key: EnrolledKey, _ tally: Tally) {
        let name = key.isReflection ? "enrolments refused: Q1 = ±Q2" : "enrolments K1 to K3 with all proofs"
        tally.expect(name, code: key.isReflection ? "Q1_REFLECTION" : nil, "\(key.x1), \(key.x2)") {
            () throws(CryptoError) in
            let verified = try key.serverReceives(key.k3)
            guard verified.Q.encoding == Value.point(key.x1 * key.x2) else { throw CryptoError("ANOTHER_KEY") }
        }
    }
}
