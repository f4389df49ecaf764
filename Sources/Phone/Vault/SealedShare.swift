import Crypto

/// The share of one slot under its PIN: `salt(16) | iv(12) | ciphertext | tag(16)`, the key from the PIN by
/// PBKDF2-HMAC-SHA256 with 210,000 rounds, AES-256-GCM bound to slot, key id and epoch.
///
/// The plaintext is x1 (32) ‖ p ‖ q (each |N|/16 bytes) ‖ run key (32). A real phone wraps the whole once more under a
/// key of its secure hardware; without that a stolen file can be tried against every PIN.
enum SealedShare {
    static let saltByteCount = 16
    static let runKeyByteCount = 32
    /// Fixed by the format, not stored: a file cannot ask for less.
    static let iterations = PBKDF2.recommendedIterations

    /// - Parameter associatedData: of `SlotRecord`
    static func seal(
        _ share: borrowing PhoneShare, runKey: borrowing SecretBytes, pin: borrowing SecretBytes,
        associatedData: [UInt8], random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let prime = share.paillier.publicKey.suite.n / 2
        var plain = SecretBytes(count: Scalar.byteCount + 2 * prime + runKeyByteCount)
        plain.write(share.x1.secretBytes, at: 0)
        plain.write(share.paillier.p.secretBytes(width: prime), at: 32)
        plain.write(share.paillier.q.secretBytes(width: prime), at: 32 + prime)
        plain.write(runKey, at: 32 + 2 * prime)
        return try seal(plain, pin: pin, associatedData: associatedData, random: random)
    }

    /// The format around any plaintext.
    static func seal(
        _ plain: borrowing SecretBytes, pin: borrowing SecretBytes, associatedData: [UInt8], random: any RandomSource
    ) throws(CryptoError) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: saltByteCount + AESGCM.nonceByteCount)
        head.withUnsafeMutableBytes { random.fill($0) }
        let key = try derive(pin, salt: Array(head[..<saltByteCount]))
        let nonce = Array(head[saltByteCount...])
        return head + (try AESGCM.seal(plain, key: key, nonce: nonce, associatedData: associatedData))
    }

    /// - Throws: `CIPHER_TAG` for a wrong PIN and for a damaged file alike: the two cannot be told apart
    static func openPlain(
        _ sealed: [UInt8], pin: borrowing SecretBytes, associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let head = saltByteCount + AESGCM.nonceByteCount
        guard sealed.count > head + AESGCM.tagByteCount else { throw CryptoError("CIPHER_TAG", "too short") }
        let key = try derive(pin, salt: Array(sealed[..<saltByteCount]))
        return try AESGCM.open(
            Array(sealed[head...]), key: key, nonce: Array(sealed[saltByteCount..<head]),
            associatedData: associatedData)
    }

    /// - Throws: `CIPHER_TAG` for a wrong PIN, `STATE_SHARE` when what is inside does not belong to the record
    static func open(_ record: SlotRecord, pin: borrowing SecretBytes) throws(CryptoError) -> UnlockedShare {
        guard let sealed = record.sealedShare else { throw CryptoError("STATE_SHARE", "there is no share") }
        let plain = try openPlain(sealed, pin: pin, associatedData: record.associatedData)
        let prime = record.suite.n / 2
        guard plain.count == 32 + 2 * prime + runKeyByteCount else {
            throw CryptoError("STATE_SHARE", "the share is of another suite")
        }
        let x1 = try Scalar(secret: plain.slice(0, 32))
        let paillier = try PaillierSecretKey(
            p: plain.slice(32, prime).withUnsafeBytes { Integer(bigEndian: $0) },
            q: plain.slice(32 + prime, prime).withUnsafeBytes { Integer(bigEndian: $0) }, suite: record.suite)
        let runKey = plain.slice(32 + 2 * prime, runKeyByteCount)
        let share = try PhoneShare(x1: x1, paillier: paillier, Q: record.Q, ckey: record.ckey)
        guard share.Q1 == record.Q1, share.paillier.publicKey.encodedN == record.N else {
            throw CryptoError("STATE_SHARE", "the share is of another key")
        }
        return UnlockedShare(share: share, runKey: runKey)
    }

    private static func derive(_ pin: borrowing SecretBytes, salt: [UInt8]) throws(CryptoError) -> SecretBytes {
        try PBKDF2.derive(password: pin, salt: salt, iterations: iterations, count: AESGCM.keyByteCount)
    }
}

extension SecretBytes {
    /// Copies a secret into its place; the caller has made this one large enough.
    fileprivate mutating func write(_ part: borrowing SecretBytes, at offset: Int) {
        withUnsafeMutableBytes { target in
            part.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + source.count])
                    .copyMemory(from: source)
            }
        }
    }

    /// `count` bytes from `offset` on, as a secret of their own.
    fileprivate borrowing func slice(_ offset: Int, _ count: Int) -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
    }
}
