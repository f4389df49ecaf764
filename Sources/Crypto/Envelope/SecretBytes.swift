import COpenSSL

/// A secret of fixed length: one owner, one buffer, zeroised when the owner goes.
///
/// An array copies itself on write and on growth and leaves the copies behind; this buffer is never copied unless
/// `copy()` says so, and never grows. The bytes are reached only inside a closure.
///
/// `@unchecked Sendable` is sound: the pointer is private and never shared (the type is not copyable), writes need
/// exclusive access (`mutating`), and concurrent borrows only read.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    public let count: Int
    private let base: UnsafeMutableRawPointer

    /// `count` zero bytes, to be filled through `withUnsafeMutableBytes`.
    public init(count: Int) {
        precondition(count >= 0, "a secret cannot have a negative length")
        self.count = count
        base = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 1))
    }

    /// A copy of bytes that somebody else owns (and zeroises).
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count)
        if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
    }

    /// `count` bytes from the source, written straight into the buffer.
    public static func random(count: Int, from source: any RandomSource) -> SecretBytes {
        let secret = SecretBytes(count: count)
        source.fill(UnsafeMutableRawBufferPointer(start: secret.base, count: count))
        return secret
    }

    deinit {
        OPENSSL_cleanse(base, count)
        base.deallocate()
    }

    /// A second, independent buffer with the same bytes.
    public borrowing func copy() -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// Reads the bytes. The pointer is valid only during the call.
    public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Writes the bytes. The pointer is valid only during the call.
    public mutating func withUnsafeMutableBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }
}
