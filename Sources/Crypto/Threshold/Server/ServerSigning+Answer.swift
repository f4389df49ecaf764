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
    /// - Throws: `KEY_MISMATCH` when `key` is not over the N of the attempt: c3 under another modulus would be a
    ///   relation between secrets that nobody has proved anything about.
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, noise: consuming PreparedNoise?, core: CoreKey, random: some RandomSource
    ) throws(CryptoError) -> S4 {
        let context = attempt.context
        try checkKey(key, context)
        let rho = Integer.random(bits: Suite.rhoBits, from: random)
        let secrets = Exponents(verified, context, nonce: nonce, x2: x2)
        var c3: Integer
        if let noise {
            guard holds("KEY_MISMATCH/noise", noise.key.encodedN == context.N) else {
                throw CryptoError("KEY_MISMATCH", "the noise was made for another key")
            }
            c3 = encrypt(secrets, context, key: key, rho: rho, noise: noise)
        } else {
            c3 = encrypt(secrets, context, key: key, rho: rho, rr: PreparedNoise.draw(for: key, random: random))
        }
        // gcd(c3, N) ≠ 1 exactly when gcd(rr, N) ≠ 1, and c3 is public: no variable-time gcd on the secret rr.
        while !c3.isCoprime(to: key.N.value) {
            c3 = encrypt(secrets, context, key: key, rho: rho, rr: PreparedNoise.draw(for: key, random: random))
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
        let secrets = Exponents(verified, attempt.context, nonce: nonce, x2: x2)
        let c3 = encrypt(secrets, attempt.context, key: key, rho: rho, noise: noise)
        return try signed(c3, s3, attempt: attempt, R2: nonce.R2, sign: sign)
    }

    /// The same from rr itself, with ckey^v and rr^N in one exponentiation.
    @_spi(Deterministic)
    public static func answer(
        _ s3: S3, _ verified: VerifiedS3, attempt: Attempt, nonce: consuming SigningNonce, x2: borrowing Scalar,
        key: PaillierPublicKey, rho: borrowing Integer, rr: borrowing Integer,
        sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(CryptoError) -> S4 {
        try checkKey(key, attempt.context)
        let secrets = Exponents(verified, attempt.context, nonce: nonce, x2: x2)
        let c3 = encrypt(secrets, attempt.context, key: key, rho: rho, rr: rr)
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

    /// v = k2^-1 r x2 and u = k2^-1 m modulo q.
    private struct Exponents: ~Copyable {
        let v: Scalar
        let u: Scalar

        init(
            _ verified: VerifiedS3, _ context: SigningContext, nonce: borrowing SigningNonce, x2: borrowing Scalar
        ) {
            let inverse = nonce.k2.inverse()
            v = inverse * Scalar(reducing: verified.r) * x2
            u = inverse * Scalar(reducing: context.digest)
        }
    }

    private static func encrypt(
        _ secrets: borrowing Exponents, _ context: SigningContext, key: PaillierPublicKey, rho: borrowing Integer,
        noise: borrowing PreparedNoise
    ) -> Integer {
        let share = key.ring.power(context.ckeyElement(of: key), secretExponent: secrets.v)
        return finish(key.ring.multiply(share, noise.power), secrets, key: key, rho: rho)
    }

    private static func encrypt(
        _ secrets: borrowing Exponents, _ context: SigningContext, key: PaillierPublicKey, rho: borrowing Integer,
        rr: borrowing Integer
    ) -> Integer {
        let base = key.ring.element(rr, Integer(0)), ckey = context.ckeyElement(of: key)
        return finish(key.ring.noise(base, times: ckey, secretExponent: secrets.v), secrets, key: key, rho: rho)
    }

    /// Times 1 + N(u + ρq); u + ρq < 2^1025 is below N.
    private static func finish(
        _ power: borrowing NadicElement, _ secrets: borrowing Exponents, key: PaillierPublicKey, rho: borrowing Integer
    ) -> Integer {
        let plaintext = key.ring.element(Integer(1), secrets.u.integer + rho * CurveOrder.integer)
        return key.ring.integer(key.ring.multiply(power, plaintext))
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

extension SigningContext {
    /// ckey is public, and below N² since key generation.
    fileprivate func ckeyElement(of key: PaillierPublicKey) -> NadicElement {
        key.ring.element(ofPublic: Integer(bytes: ckey))
    }
}
