import COpenSSL

/// SHA-256 (FIPS 180-4), in one call or piece by piece.
///
/// It stands on the library's context structure, which lives in place: no allocation and no algorithm look-up per
/// digest, which matters for the many short digests of transcripts.
public struct SHA256: ~Copyable {
    /// Length of a digest in bytes.
    public static let byteCount = 32
    /// Length of the compression function's block in bytes.
    public static let blockByteCount = 64

    private(set) var context = SHA256_CTX()

    public init() {
        SHA256_Init(&context)
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    public mutating func update(_ bytes: [UInt8]) {
        SHA256_Update(&context, bytes, bytes.count)
    }

    /// The same state a second time: both go on independently, so a common prefix is hashed once.
    public borrowing func fork() -> SHA256 {
        var other = SHA256()
        other.context = context
        return other
    }

    /// Writes the digest into the first 32 bytes of `output` and wipes the state.
    public consuming func finalize(into output: UnsafeMutableRawBufferPointer) {
        finish(into: output)
    }

    public consuming func finalize() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            finish(into: UnsafeMutableRawBufferPointer(buffer))
            count = Self.byteCount
        }
    }

    /// For owners that hold the state in a variable; the state is wiped and of no further use.
    mutating func finish(into output: UnsafeMutableRawBufferPointer) {
        precondition(output.count >= Self.byteCount, "a digest needs 32 bytes")
        SHA256_Final(output.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
        OPENSSL_cleanse(&context, MemoryLayout<SHA256_CTX>.size)
    }

    /// The digest of all bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0) }
    }

    /// The digest of all bytes.
    public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state = SHA256()
        state.update(bytes)
        return state.finalize()
    }
}
