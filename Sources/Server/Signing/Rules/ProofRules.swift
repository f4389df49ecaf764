/// The proofs of K3 and what stored keys have passed of them.
enum ProofRules {
    /// The rules by which this program checks the proofs of a key. Raised when a check is added that older programs did
    /// not make: stored keys of an older version are to be checked again (`tamga keys reverify`).
    static let version = 1
}
