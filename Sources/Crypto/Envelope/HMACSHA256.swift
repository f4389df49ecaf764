import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1), in one call or piece by piece.
public struct HMACSHA256: ~Copyable {
    /// Length of a code in bytes.
    public static let byteCount = SHA256.byteCount

    private(set) var inner = SHA256()
    private(set) var outer = SHA256()

    public init(key: UnsafeRawBufferPointer) {
        schedule(key)
    }

    public init(key: borrowing SecretBytes) {
        key.withUnsafeBytes { schedule($0) }
    }

    /// For keys that are not secret: salts, labels, published test keys.
    public init(publicKey: [UInt8]) {
        publicKey.withUnsafeBytes { schedule($0) }
    }

    /// Keys longer than a block are hashed first, as RFC 2104 §2 demands.
    private mutating func schedule(_ key: UnsafeRawBufferPointer) {
        var padded = SecretBytes(count: SHA256.blockByteCount)
        padded.withUnsafeMutableBytes { block in
            if key.count > block.count {
                var state = SHA256()
                state.update(key)
                state.finish(into: block)
            } else {
                block.copyMemory(from: key)
            }
            for index in block.indices { block[index] ^= 0x36 }
            inner.update(UnsafeRawBufferPointer(block))
            for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
            outer.update(UnsafeRawBufferPointer(block))
        }
    }

    private init(inner: consuming SHA256, outer: consuming SHA256) {
        self.inner = inner
        self.outer = outer
    }

    /// The same keyed state a second time, so that a key is scheduled once for many messages.
    public borrowing func fork() -> HMACSHA256 {
        HMACSHA256(inner: inner.fork(), outer: outer.fork())
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        inner.update(bytes)
    }

    public mutating func update(_ bytes: [UInt8]) {
        inner.update(bytes)
    }

    /// Writes the code into the first 32 bytes of `output`.
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
        precondition(output.count >= Self.byteCount, "a code needs 32 bytes")
        inner.finish(into: output)
        outer.update(UnsafeRawBufferPointer(rebasing: output[..<Self.byteCount]))
        outer.finish(into: output)
    }

    /// The code of a message under a secret key. A state is as good as its key, and moves leave it on the stack.
    public static func authenticate(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        let code = compute(message, key: key)
        cleanseStack()
        return code
    }

    @inline(never)
    private static func compute(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var state = HMACSHA256(key: key)
        state.update(message)
        return state.finalize()
    }

    /// The code of a message under a key that is not secret (labels, published test keys).
    public static func authenticate(_ message: [UInt8], publicKey key: [UInt8]) -> [UInt8] {
        var state = HMACSHA256(publicKey: key)
        state.update(message)
        return state.finalize()
    }
}
