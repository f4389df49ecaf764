extension ServerSigning {
    /// The secrets of one c3, and the ways to it.
    struct Run: ~Copyable {
        private let exponents: Exponents
        /// v and u computed a second time, where c3 is.
        private let again: Exponents?
        private let context: SigningContext
        private let key: PaillierPublicKey
        private let rho: Integer
        private let check: FaultCheck?

        init(
            _ verified: VerifiedS3, _ context: SigningContext, nonce: borrowing SigningNonce, x2: borrowing Scalar,
            key: PaillierPublicKey, rho: consuming Integer, check: FaultCheck?
        ) {
            exponents = Exponents(verified, context, nonce: nonce, x2: x2)
            again = check == nil ? nil : Exponents(verified, context, nonce: nonce, x2: x2)
            self.context = context
            self.key = key
            self.rho = rho
            self.check = check
        }

        // MARK: The way to c3

        /// c3 with rr^N that was made ahead, `suite.n2` bytes.
        func direct(_ noise: borrowing PreparedNoise) -> [UInt8] {
            let share = key.ring.power(ckeyElement, secretExponent: exponents.v)
            check?.reach(.share, share)
            return finish(key.ring.multiply(share, noise.power))
        }

        /// The same bytes with both powers in one exponentiation.
        func direct(rr: borrowing Integer) -> [UInt8] {
            let base = key.ring.element(rr, Integer(0))
            let both = key.ring.noise(base, times: ckeyElement, secretExponent: exponents.v)
            check?.reach(.joint, both)
            return finish(both)
        }

        // MARK: c3, twice where that is asked for

        /// - Returns: nil when the noise lacks its second value and c3 is computed twice
        /// - Throws: `C3_FAULT`
        func answer(_ noise: borrowing PreparedNoise) throws(CryptoError) -> [UInt8]? {
            guard let check else { return direct(noise) }
            switch noise.second {
            case .some(let second): return try confirm(direct(noise), check, in: check.ring(context.N), noise: second)
            case .none: return nil
            }
        }

        /// - Throws: `C3_FAULT`
        func answer(rr: borrowing Integer) throws(CryptoError) -> [UInt8] {
            let c3 = direct(rr: rr)
            guard let check else { return c3 }
            let ring = try check.ring(context.N)
            return try confirm(c3, check, in: ring, noise: check.noise(rr, in: ring))
        }

        /// Times 1 + N(u + ρq).
        private func finish(_ power: borrowing NadicElement) -> [UInt8] {
            let plaintext = key.ring.element(Integer(1), exponents.plaintext(rho))
            return key.ring.integer(key.ring.multiply(power, plaintext)).bytes(width: context.suite.n2)
        }

        /// Neither of the two is public as long as they may differ.
        private func confirm(
            _ c3: [UInt8], _ check: FaultCheck, in ring: borrowing NadicRing, noise: borrowing NadicElement
        ) throws(CryptoError) -> [UInt8] {
            let other: [UInt8] =
                switch again {
                case .some(let again):
                    check.answer(
                        ckey: context.ckey, v: again.v, plaintext: again.plaintext(rho), noise: noise, in: ring,
                        width: context.suite.n2)
                case .none: []
                }
            guard holds("C3_FAULT", ConstantTime.equal(c3, other)) else {
                throw CryptoError("C3_FAULT", "computed twice, c3 came out differently")
            }
            return c3
        }

        /// ckey is public, and below N² since key generation.
        private var ckeyElement: NadicElement { key.ring.element(ofPublic: Integer(bytes: context.ckey)) }
    }

    /// v = k2^-1 r x2 and u = k2^-1 m modulo q.
    struct Exponents: ~Copyable {
        let v: Scalar
        let u: Scalar

        init(
            _ verified: VerifiedS3, _ context: SigningContext, nonce: borrowing SigningNonce, x2: borrowing Scalar
        ) {
            let inverse = nonce.k2.inverse()
            v = inverse * Scalar(reducing: verified.r) * x2
            u = inverse * Scalar(reducing: context.digest)
        }

        /// u + ρq < 2^1025, which is below N.
        func plaintext(_ rho: borrowing Integer) -> Integer { u.integer + rho * CurveOrder.integer }
    }
}
