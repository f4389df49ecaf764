/// Π_mod: N is a Paillier-Blum modulus (CGGMP21 fig. 16, with the N-th roots cut to 8; threshold-ecdsa A.3).
///
/// Proved by the phone to the server at K3. 128 fourth roots show that N has at most two distinct prime factors, both
/// 3 mod 4 when N = 1 mod 4; 8 N-th roots show that no prime ≥ 2^16 divides gcd(N, φ(N)). Neither suffices alone, and
/// the caller must have run `PaillierModulus.check` (odd, exact size, 1 mod 4, no power, no prime, no small factor).
public struct ModulusProof: Sendable {
    /// All values are `suite.n` bytes; the bits one byte each.
    let w: [UInt8]
    let x: [[UInt8]]
    let a: [UInt8]
    let b: [UInt8]
    let z: [[UInt8]]

    /// y_i = OS2IP(XOF(H("mod-y", ssid, "P1", N, w, i), (|N|+128)/8)) mod N.
    static func challenge(
        ssid: [UInt8], N: borrowing Integer, encodedN: [UInt8], w: [UInt8], round: Int
    ) -> Integer {
        let wide = XOF.expand(
            seed: seed(ssid: ssid, encodedN: encodedN, w: w, round: round).digest, count: encodedN.count + 16)
        return Integer(bytes: wide).modulo(N)
    }

    /// The transcript of seed_i.
    @_spi(Deterministic)
    public static func seed(ssid: [UInt8], encodedN: [UInt8], w: [UInt8], round: Int) -> Transcript {
        var transcript = Transcript("mod-y")
        transcript.append(ssid)
        transcript.append(text: Role.phone.rawValue)
        transcript.append(encodedN)
        transcript.append(w)
        transcript.append(UInt64(round))
        return transcript
    }

    // MARK: Verifier

    /// - Parameters:
    ///   - ssid: of key generation, 32 bytes
    ///   - key: over the N that the message carries
    ///   - slices: where the pieces run: the fourth roots are one, a few N-th roots each another
    /// - Throws: `MOD_W_RANGE`, `MOD_W_JACOBI`, `MOD_BIT`, `MOD_X_RANGE`, `MOD_Z_RANGE`, `MOD_FOURTH_ROOT`,
    ///   `MOD_NTH_ROOT`, in this order.
    public func verify(
        ssid: [UInt8], key: PaillierPublicKey, slices: some ComputeSlices = InPlace()
    ) throws(CryptoError) {
        let encodedN = key.encodedN
        try slices.run { () throws(CryptoError) in
            try checkFourthRoots(ssid: ssid, N: key.N, encodedN: encodedN)
        }
        let step = key.suite.nthRootsPerSlice
        for first in stride(from: 0, to: Suite.nthRootRounds, by: step) {
            let rounds = first..<min(first + step, Suite.nthRootRounds)
            try slices.run { () throws(CryptoError) in
                try checkNthRoots(rounds, ssid: ssid, key: key, encodedN: encodedN)
            }
        }
    }

    private func checkFourthRoots(ssid: [UInt8], N: Modulus, encodedN: [UInt8]) throws(CryptoError) {
        let wValue = Integer(bytes: w)
        guard holds("MOD_W_RANGE/zero", wValue.sign > 0), holds("MOD_W_RANGE/high", wValue < N.value) else {
            throw CryptoError("MOD_W_RANGE")
        }
        guard holds("MOD_W_JACOBI", wValue.jacobi(N.value) == -1) else { throw CryptoError("MOD_W_JACOBI") }
        guard holds("MOD_BIT/a", a.allSatisfy({ $0 <= 1 })), holds("MOD_BIT/b", b.allSatisfy({ $0 <= 1 })) else {
            throw CryptoError("MOD_BIT")
        }
        try checkRanges(below: N.value)
        for round in 0..<Suite.fourthRootRounds {
            let y = Self.challenge(ssid: ssid, N: N.value, encodedN: encodedN, w: w, round: round)
            let root = Integer(bytes: x[round])
            let square = N.multiply(root, root)
            let fourth = N.multiply(square, square)
            guard holds("MOD_FOURTH_ROOT", fourth == Self.twisted(y, w: wValue, a: a[round], b: b[round], N: N)) else {
                throw CryptoError("MOD_FOURTH_ROOT")
            }
        }
    }

    private func checkNthRoots(
        _ rounds: Range<Int>, ssid: [UInt8], key: PaillierPublicKey, encodedN: [UInt8]
    ) throws(CryptoError) {
        for round in rounds {
            let y = Self.challenge(ssid: ssid, N: key.N.value, encodedN: encodedN, w: w, round: round)
            let power = key.ring.powerModuloN(Integer(bytes: z[round]), key.N.value)
            guard holds("MOD_NTH_ROOT", power == y) else { throw CryptoError("MOD_NTH_ROOT") }
        }
    }

    private func checkRanges(below N: borrowing Integer) throws(CryptoError) {
        for value in x {
            let root = Integer(bytes: value)
            guard holds("MOD_X_RANGE/zero", root.sign > 0), holds("MOD_X_RANGE/high", root < N) else {
                throw CryptoError("MOD_X_RANGE")
            }
        }
        for value in z {
            let root = Integer(bytes: value)
            guard holds("MOD_Z_RANGE/zero", root.sign > 0), holds("MOD_Z_RANGE/high", root < N) else {
                throw CryptoError("MOD_Z_RANGE")
            }
        }
    }

    /// (−1)^a w^b y mod N.
    static func twisted(
        _ y: borrowing Integer, w: borrowing Integer, a: UInt8, b: UInt8, N: Modulus
    ) -> Integer {
        let withW = b == 1 ? N.multiply(w, y) : y.duplicate()
        return a == 1 ? (-withW).modulo(N.value) : withW
    }

    // MARK: Encoding

    /// 36 062 bytes for suite 1.
    public var encoding: [UInt8] {
        TLV.list([.bytes(w), .list(x.map(TLV.bytes)), .bytes(a), .bytes(b), .list(z.map(TLV.bytes))]).encoding
    }

    init(w: [UInt8], x: [[UInt8]], a: [UInt8], b: [UInt8], z: [[UInt8]]) {
        self.w = w
        self.x = x
        self.a = a
        self.b = b
        self.z = z
    }

    /// - Throws: `MOD_ENCODING` for any other shape: an empty or short list never verifies.
    public init(decoding bytes: [UInt8], suite: Suite) throws(CryptoError) {
        let fields = try ProofFields(bytes, count: 5, code: "MOD_ENCODING")
        self.init(
            w: try fields.bytes(0, width: suite.n),
            x: try fields.list(1, count: Suite.fourthRootRounds, width: suite.n),
            a: try fields.bytes(2, width: Suite.fourthRootRounds),
            b: try fields.bytes(3, width: Suite.fourthRootRounds),
            z: try fields.list(4, count: Suite.nthRootRounds, width: suite.n))
    }
}

extension Suite {
    /// N-th roots in one piece of work: about 10 ms, so that a prove never waits long behind a K3 (design §4).
    fileprivate var nthRootsPerSlice: Int { modulusBits > 2_048 ? 1 : 3 }
}
