import Crypto
import Synchronization

/// Small numbers in the widths of the protocol.
enum Value {
    /// The nonzero residues: shares, nonces, logarithms of points.
    static let units = 1..<Oracle.q

    /// 32 big-endian bytes.
    static func bytes(_ value: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: 32)
        for index in 0..<8 { out[31 - index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
        return out
    }

    static func scalar(_ value: Int) throws(CryptoError) -> Scalar { try Scalar(bytes: bytes(value)) }

    /// 04 ‖ x ‖ y, 65 bytes.
    static func encoding(x: Int, y: Int) -> [UInt8] { [4] + bytes(x) + bytes(y) }

    /// k·G as the oracle has it.
    static func point(_ k: Int) -> [UInt8] {
        guard let point = Oracle.multiples[Oracle.modulo(k, Oracle.q)] else { return [] }
        return encoding(x: point.x, y: point.y)
    }

    /// A digest of 256 bits with the residue m modulo q, so that the reduction is met as well.
    static func digest(_ m: Int) -> [UInt8] {
        var out = SHA256.hash(Array("digest \(m)".utf8))
        out[31] &= 0x7F
        out[31] += UInt8(Oracle.modulo(m - residue(out), Oracle.q))
        return out
    }

    static func residue(_ bytes: [UInt8]) -> Int {
        bytes.reduce(0) { ($0 * 256 + Int($1)) % Oracle.q }
    }
}

/// The same bytes in every run: SHA-256 of a label and a counter.
final class SeededSource: RandomSource {
    private let label: [UInt8]
    private let counter = Mutex<UInt64>(0)

    init(_ label: String) { self.label = Array(label.utf8) }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var done = 0
        while done < buffer.count {
            let block = counter.withLock { value in
                value += 1
                return value
            }
            let hash = SHA256.hash(label + Array(String(block).utf8))
            let count = min(hash.count, buffer.count - done)
            UnsafeMutableRawBufferPointer(rebasing: buffer[done..<(done + count)]).copyBytes(from: hash.prefix(count))
            done += count
        }
    }

    func bytes(_ count: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: count)
        out.withUnsafeMutableBytes { fill($0) }
        return out
    }
}

/// Runs a prover again when its own nonce is zero: once in thirteen here, once in 2^256 in the product, which gives up.
func retried<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(CryptoError) -> T {
    while true {
        do { return try body() } catch {
            guard ["SCHNORR_NONCE", "PDL_POINT"].contains(error.code) else { throw error }
        }
    }
}
