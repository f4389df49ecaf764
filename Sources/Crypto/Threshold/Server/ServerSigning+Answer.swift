extension ServerSigning {
    /// Computes c3 and signs it. To be called only after the attempt has been consumed durably: what this returns is
    /// the point of no return.
    ///
    /// c3 = ckey^v · (1 + N(u + ρq)) · rr^N mod N² with v = k2^-1 r x2 and u = k2^-1 m modulo q. ρ hides the quotient
    /// of the plaintext by q, rr the randomness of ckey^v.
    /// - Parameters:
    ///   - nonce: consumed: k2 does not outlive this call
    ///   - noise: made ahead for this key and epoch, or nil to make it here
    ///   - key: over the N of the key record
    /// - Throws: `KEY_MISMATCH` when `key` is not over the N of the attempt: c3 under another modulus would be a
    ///   relation between secrets that nobody has proved anything about.
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, noise: consuming PreparedNoise?, core: CoreKey, random: some RandomSource
    ) throws(CryptoError) -> S4 {
        let context = attempt.context
        try checkKey(key, context)
        let rho = Integer.random(bits: Suite.rhoBits, from: random)
        var power = noise ?? PreparedNoise(key: key, random: random)
        var c3 = encrypt(verified, context, nonce: nonce, x2: x2, key: key, rho: rho, noise: power)
        // gcd(c3, N) ≠ 1 exactly when gcd(rr, N) ≠ 1, and c3 is public: no variable-time gcd on the secret rr.
        while !c3.isCoprime(to: key.N.value) {
            power = PreparedNoise(key: key, random: random)
            c3 = encrypt(verified, context, nonce: nonce, x2: x2, key: key, rho: rho, noise: power)
        }
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (d) throws(CryptoError) in
            try core.sign(d, random: random)
        }
        return try signed(c3, s3, attempt: attempt, R2: nonce.R2, sign: sign)
    }

    @_spi(Deterministic)
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, rho: borrowing Integer, noise: consuming PreparedNoise,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> S4 {
        try checkKey(key, attempt.context)
        let c3 = encrypt(verified, attempt.context, nonce: nonce, x2: x2, key: key, rho: rho, noise: noise)
        return try signed(c3, s3, attempt: attempt, R2: nonce.R2, sign: sign)
    }

    private static func checkKey(_ key: PaillierPublicKey, _ context: SigningContext) throws(CryptoError) {
        guard key.suite == context.suite, key.encodedN == context.N else {
            throw CryptoError("KEY_MISMATCH", "the Paillier key is not the one of the attempt")
        }
    }

    private static func encrypt(
        _ verified: VerifiedS3, _ context: SigningContext, nonce: borrowing SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, rho: borrowing Integer, noise: borrowing PreparedNoise
    ) -> Integer {
        let inverse = nonce.k2.inverse()
        let v = inverse * Scalar(reducing: verified.r) * x2
        let u = inverse * Scalar(reducing: context.digest)
        let affine = Integer(1) + (u.integer + rho * CurveOrder.integer) * key.N.value
        let share = key.N2.powerSecret(Integer(bytes: context.ckey), v.integer)
        return key.N2.multiplySecret(key.N2.multiplySecret(share, affine), noise.power)
    }

    private static func signed(
        _ c3: borrowing Integer, _ s3: S3, attempt: Attempt, R2: Point,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> S4 {
        let encoded = c3.bytes(width: attempt.context.suite.n2)
        let digest = SigningContext.s4Transcript(
            ssid: attempt.ssid, R1: s3.R1, R2: R2.encoding, ratchetNext: s3.ratchetNext, c3: encoded
        ).digest
        return S4(c3: encoded, signature: try sign(digest))
    }
}
