import Crypto
import Storage

/// The proofs of K3 and what stored keys have passed of them.
enum ProofRules {
    /// The rules by which this program checks the proofs of a key. Raised when a check is added that older programs did
    /// not make: stored keys of an older version are to be checked again (`tamga keys reverify`).
    static let version = 1
    /// Below this a key signs nothing.
    private static let lowest = 1

    /// Whether a key may sign: 0 stands in its row when its archived proofs did not pass again. The proofs of an epoch
    /// that proves its possession were checked a moment ago.
    static func maySign(_ version: Int, _ session: SessionRecord) -> Bool {
        session.signatureProtocol == SigningScheme.possession.rawValue || isVerified(version)
    }

    static func isVerified(_ version: Int) -> Bool { holds("KEY_UNVERIFIED", version >= lowest) }
}
