extension ServerSigning {
    /// Computes c3 and signs it. To be called only after the attempt has been consumed durably: what this returns is
    /// the point of no return.
    ///
    /// c3 = ckey^v · (1 + N(u + ρq)) · rr^N mod N² with v = k2^-1 r x2 and u = k2^-1 m modulo q. ρ hides the quotient
    /// of the plaintext by q, rr the randomness of ckey^v. Without noise made ahead, ckey^v and rr^N share their
    /// squarings; the value is the same.
    /// - Parameters:
    ///   - nonce: consumed: k2 does not outlive this call
    ///   - noise: made ahead for this key and epoch, or nil to make it here
    ///   - key: over the N of the key record
    ///   - check: computes c3 a second time; noise that was made without its second value is then not used
    /// - Throws: `KEY_MISMATCH` when `key` is not over the N of the attempt: c3 under another modulus would be a
    ///   relation between secrets that nobody has proved anything about. `C3_FAULT` when c3 comes out differently the
    ///   second time: the machine has erred, and nothing of either may leave it.
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, noise: consuming PreparedNoise?, check: FaultCheck? = nil, core: CoreKey,
        random: some RandomSource
    ) throws(CryptoError) -> S4 {
        let context = attempt.context
        try checkKey(key, context)
        let run = Run(
            verified, context, nonce: nonce, x2: x2, key: key,
            rho: Integer.random(bits: Suite.rhoBits, from: random), check: check)
        var c3: [UInt8]?
        if let noise {
            guard holds("KEY_MISMATCH/noise", noise.key.encodedN == context.N) else {
                throw CryptoError("KEY_MISMATCH", "the noise was made for another key")
            }
            c3 = try run.answer(noise)
        }
        var answer: [UInt8]
        if let c3 { answer = c3 } else { answer = try run.answer(rr: PreparedNoise.draw(for: key, random: random)) }
        // gcd(c3, N) ≠ 1 exactly when gcd(rr, N) ≠ 1, and c3 is public: no variable-time gcd on the secret rr.
        while !Integer(bytes: answer).isCoprime(to: key.N.value) {
            answer = try run.answer(rr: PreparedNoise.draw(for: key, random: random))
        }
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (d) throws(CryptoError) in
            try core.sign(d, random: random)
        }
        return try signed(answer, s3, attempt: attempt, R2: nonce.R2, sign: sign)
    }

    /// The same with known ρ and noise.
    /// - Throws: `KEY_MISMATCH`; what `sign` throws
    @_spi(Deterministic)
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, rho: borrowing Integer, noise: consuming PreparedNoise,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> S4 {
        try checkKey(key, attempt.context)
        let run = Run(verified, attempt.context, nonce: nonce, x2: x2, key: key, rho: rho.duplicate(), check: nil)
        let c3 = run.direct(noise)
        return try signed(c3, s3, attempt: attempt, R2: nonce.R2, sign: sign)
    }

    /// The same from rr itself, with ckey^v and rr^N in one exponentiation.
    /// - Throws: `KEY_MISMATCH`; what `sign` throws
    @_spi(Deterministic)
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, rho: borrowing Integer, rr: borrowing Integer,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> S4 {
        try checkKey(key, attempt.context)
        let run = Run(verified, attempt.context, nonce: nonce, x2: x2, key: key, rho: rho.duplicate(), check: nil)
        let c3 = run.direct(rr: rr)
        return try signed(c3, s3, attempt: attempt, R2: nonce.R2, sign: sign)
    }

    private static func checkKey(_ key: PaillierPublicKey, _ context: SigningContext) throws(CryptoError) {
        guard holds("KEY_MISMATCH/suite", key.suite == context.suite),
            holds("KEY_MISMATCH/N", key.encodedN == context.N),
            holds("KEY_MISMATCH/ckey", context.ckey.count == key.suite.n2)
        else {
            throw CryptoError("KEY_MISMATCH", "the Paillier key is not the one of the attempt")
        }
    }

    private static func signed(
        _ c3: [UInt8], _ s3: S3, attempt: Attempt, R2: Point,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> S4 {
        let digest = SigningContext.s4Transcript(
            ssid: attempt.ssid, R1: s3.R1, R2: R2.encoding, ratchetNext: s3.ratchetNext, c3: c3
        ).digest
        return S4(c3: c3, signature: try sign(digest))
    }
}
