import Crypto
import Synchronization

/// Tokens of the ratchet by number, and their real hashes.
enum ModelTokens {
    static let keyId = "5b0c9e0e-31f7-4b41-9d02-1c1b5f2f6a10"
    private static let hashes = Mutex<[Int: [UInt8]]>([:])

    static func bytes(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 30) + [UInt8(number / 256), UInt8(number % 256)]
    }

    static func number(_ bytes: [UInt8]) -> Int { Int(bytes[30]) * 256 + Int(bytes[31]) }

    static func hash(_ number: Int) -> [UInt8] {
        hashes.withLock { hashes in
            if let known = hashes[number] { return known }
            let hash = Ratchet.hash(token: bytes(number), keyId: keyId)
            hashes[number] = hash
            return hash
        }
    }
}
