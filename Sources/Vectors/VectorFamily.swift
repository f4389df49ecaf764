import Crypto

/// The rules of one family of vectors.
protocol VectorFamily: Sendable {
    /// The `family` member of its files.
    static var name: String { get }

    /// What the vectors show, for a person who reads them.
    static var explanation: String { get }

    /// Recomputes everything that can be derived from the vector's secrets and compares it, then verifies the result as
    /// the other party would. Differences go to the vector's trace.
    /// - Parameter seed: the `seed` of the file
    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError)

    /// The receiver's checks alone, on a vector that may be damaged.
    /// - Parameter step: which receiver, where the family has several
    static func receive(_ vector: VectorNode, step: String) throws(CryptoError)
}

/// All families, by name.
enum VectorFamilies {
    static let all: [any VectorFamily.Type] = [
        TLVFamily.self, HashFamily.self, XOFFamily.self, SchnorrFamily.self, PaillierFamily.self,
        ModulusFamily.self, SmallFactorFamily.self, DiscreteLogFamily.self, PedersenFamily.self,
        KeyGenerationFamily.self, RefreshFamily.self, SigningFamily.self, ACSPFamily.self, RatchetFamily.self,
        KnownNonceFamily.self, DeviceLinkFamily.self, ECDSAFamily.self, PointFamily.self,
    ]

    static func named(_ name: String) -> (any VectorFamily.Type)? { all.first { $0.name == name } }
}
