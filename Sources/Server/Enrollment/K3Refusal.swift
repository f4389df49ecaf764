import Crypto

/// What the phone is told of a K3 that fails a check: the member that the check is about, and 400 where its form is
/// wrong (wire appendix §7 and §8).
enum K3Refusal {
    /// - Parameter place: JSON pointer of the object that K3 is in
    static func error(_ failure: CryptoError, _ k3: K3Slot, suite: Suite, in place: String) -> ServiceError {
        guard let (member, expected) = self.member(failure.code, k3, suite) else {
            return ServiceError(failure, pointer: place)
        }
        var error = ServiceError(failure, pointer: "\(place)/\(member)", expected: expected)
        if failure.code == Code.dlKgQ1.rawValue, isMalformed(k3.proof) { error.status = 400 }
        return error
    }

    /// DL_KG_Q1 is the one code that stands for the form of a proof and for its content.
    private static func isMalformed(_ proof: [UInt8]) -> Bool { (try? SchnorrProof(decoding: proof)) == nil }

    private static func member(
        _ code: String, _ k3: K3Slot, _ suite: Suite
    ) -> (member: String, expected: String?)? {
        switch Code(rawValue: code) {
        case .k3Encoding: width(k3)
        case .nEncoding: ("N", "\(suite.n) bytes")
        case .nEven, .nSize, .nMod4, .nPerfectPower, .nPrime, .nSmallFactor, .nSeen: ("N", nil)
        case .ckeyEncoding: ("ckey", "\(suite.n2) bytes")
        case .ckeyRange, .ckeyCoprime: ("ckey", nil)
        case .kgCommitment: ("opening", nil)
        case .q1Point, .q1Reflection: ("Q1", nil)
        case .dlKgQ1: ("proof", nil)
        case .qMismatch, .refreshQ: ("Q", nil)
        case .refreshQ1: ("Q1", nil)
        case .refreshCommitment, .f3Encoding: ("opening", nil)
        case .refreshFactor, .refreshDelta: ("factor", nil)
        case .some(let code): proof(code).map { ($0, nil) }
        case nil: nil
        }
    }

    /// The first member of fixed width that has another.
    private static func width(_ k3: K3Slot) -> (member: String, expected: String?)? {
        let members = [
            ("Q1", k3.Q1.count, Point.byteCount), ("Q", k3.Q.count, Point.byteCount), ("opening", k3.opening.count, 32),
            ("ratchetNext", k3.ratchetNext.count, 32),
        ]
        return members.first { $0.1 != $0.2 }.map { ($0.0, "\($0.2) bytes") }
    }

    private static func proof(_ code: Code) -> String? {
        let prefixes = ["MOD_": "modulusProof", "FAC_": "smallFactorProof", "PDL_": "discreteLogProof"]
        return prefixes[String(code.rawValue.prefix(4))]
    }
}
