/// Ring-Pedersen sets whose factors are published, as those of the golden vectors are.
///
/// Whoever knows the factors of Ñ can prove false ranges, so a server that loads one of these must not start.
public enum PublishedParameters {
    /// SHA-256(Ñ) in lower-case hexadecimal, Ñ as `suite.n` bytes.
    public static let hashes: Set<String> = [
        "ea72981974e5b7315947d0522d2a12eaeb1155a1453d0f80dc4db1f3cffeda67",
        "76536bb86969ed8eff70e9107eb8edc7e07ec44e2e6f616568f3e589ec2b60a3",
    ]

    /// - Parameter modulus: Ñ as `suite.n` bytes
    public static func contains(modulus: [UInt8]) -> Bool {
        let digits = Array("0123456789abcdef".utf8)
        let text = SHA256.hash(modulus).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return hashes.contains(String(decoding: text, as: UTF8.self))
    }
}
