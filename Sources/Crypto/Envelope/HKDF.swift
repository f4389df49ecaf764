/// HKDF with SHA-256 (RFC 5869): extract, then expand.
public enum HKDF {
    /// The longest output that RFC 5869 §2.3 allows, in bytes.
    public static let maximumByteCount = 255 * HMACSHA256.byteCount

    /// Derives a secret from input keying material. `salt` and `info` are public and may be empty.
    ///
    /// Throws `KDF_PARAMETERS` when `count` is outside 1…8160.
    public static func derive(
        from input: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        try checkCount(count)
        var output = SecretBytes(count: count)
        output.withUnsafeMutableBytes { compute(input, salt: salt, info: info, into: $0) }
        // The keyed states: moves leave them there.
        cleanseStack()
        return output
    }

    @inline(never)
    private static func compute(
        _ input: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) {
        expand(extract(input, salt: salt), info: info, into: output)
    }

    /// The same from a secret.
    ///
    /// Throws `KDF_PARAMETERS` when `count` is outside 1…8160.
    public static func derive(
        from input: borrowing SecretBytes, salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        try input.withUnsafeBytes { bytes throws(CryptoError) in
            try derive(from: bytes, salt: salt, info: info, count: count)
        }
    }

    /// The same derivation when the result may be seen: identifiers, public challenges, test vectors.
    ///
    /// Throws `KDF_PARAMETERS` when `count` is outside 1…8160.
    public static func derivePublic(
        from input: [UInt8], salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        try checkCount(count)
        var output = [UInt8](repeating: 0, count: count)
        input.withUnsafeBytes { bytes in
            output.withUnsafeMutableBytes { compute(bytes, salt: salt, info: info, into: $0) }
        }
        return output
    }

    private static func checkCount(_ count: Int) throws(CryptoError) {
        guard (1...maximumByteCount).contains(count) else {
            throw CryptoError("KDF_PARAMETERS", "HKDF gives 1 to \(maximumByteCount) bytes")
        }
    }

    /// RFC 5869 §2.2. An absent salt is 32 zero bytes, which HMAC's padding makes equal to the empty key.
    private static func extract(_ input: UnsafeRawBufferPointer, salt: [UInt8]) -> SecretBytes {
        var state = HMACSHA256(publicKey: salt)
        state.update(input)
        var key = SecretBytes(count: HMACSHA256.byteCount)
        key.withUnsafeMutableBytes { state.finish(into: $0) }
        return key
    }

    /// RFC 5869 §2.3: T(i) = HMAC(key, T(i-1) ‖ info ‖ i).
    private static func expand(_ key: borrowing SecretBytes, info: [UInt8], into output: UnsafeMutableRawBufferPointer)
    {
        let keyed = HMACSHA256(key: key)
        var last = SecretBytes(count: HMACSHA256.byteCount)
        last.withUnsafeMutableBytes { block in
            var done = 0
            var counter: UInt8 = 1
            while done < output.count {
                var state = keyed.fork()
                if done > 0 { state.update(UnsafeRawBufferPointer(block)) }
                state.update(info)
                state.update([counter])
                state.finish(into: block)
                let take = min(block.count, output.count - done)
                UnsafeMutableRawBufferPointer(rebasing: output[done...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<take]))
                done += take
                counter &+= 1
            }
        }
    }
}
