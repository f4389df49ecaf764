import Crypto
import Synchronization

/// A generator over a 32-byte seed: HKDF-SHA256 of the seed, with the number of the draw as its label.
///
/// k1, nonce and opening of one S1 come out of it, so that a run whose S3 has left can be taken up after a restart with
/// the same k1 and no other: the seed alone is sealed. A seed serves one S1.
final class RunSeed: RandomSource {
    static let byteCount = 32
    private static let label = Array("tamga/phone/run-seed".utf8)

    private let seed: SecretBytes
    private let draws = Mutex<UInt8>(0)

    init(_ seed: consuming SecretBytes) { self.seed = seed }

    /// The next draw of at most 8160 bytes; a run needs three of at most 64.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        let draw = draws.withLock { count in
            count += 1
            return count
        }
        guard !buffer.isEmpty else { return }
        do {
            let bytes = try HKDF.derive(from: seed, salt: [], info: Self.label + [draw], count: buffer.count)
            bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
        } catch {
            fatalError("a draw beyond what HKDF gives")
        }
    }

    /// The seed under the run key, bound to the session.
    func sealed(
        under key: borrowing SecretBytes, sessionId: String, random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        try SealedBox.seal(seed, key: key, associatedData: Self.context(sessionId), random: random)
    }

    /// - Throws: `ENVELOPE_INVALID`
    static func open(
        _ sealed: [UInt8], under key: borrowing SecretBytes, sessionId: String
    ) throws(CryptoError) -> RunSeed {
        RunSeed(try SealedBox.open(sealed, key: key, associatedData: context(sessionId)))
    }

    private static func context(_ sessionId: String) -> [UInt8] { label + Array(sessionId.utf8) }
}
