/// Π_fac: N has no small factor (CGGMP21 fig. 28; threshold-ecdsa A.3).
///
/// Proved by the phone to the server at K3 over the **server's** ring-Pedersen set. With Π_mod: N = pq with both primes
/// above 2^765 (suite 1).
public struct SmallFactorProof: Sendable {
    /// Group elements modulo Ñ, `suite.n` bytes each.
    let P: [UInt8]
    let Qc: [UInt8]
    let A: [UInt8]
    let B: [UInt8]
    let T: [UInt8]
    let sigma: SignedBytes
    let z1: SignedBytes
    let z2: SignedBytes
    let w1: SignedBytes
    let w2: SignedBytes
    let v: SignedBytes

    /// The transcript of e.
    static func challenge(
        ssid: [UInt8], suite: Suite, encodedN: [UInt8], parametersHash: [UInt8], group: [[UInt8]], sigma: SignedBytes
    ) -> Transcript {
        var transcript = Transcript("fac")
        transcript.append(ssid)
        transcript.append(text: Role.phone.rawValue)
        transcript.append(suite.number)
        transcript.append(encodedN)
        transcript.append(parametersHash)
        for element in group { transcript.append(element) }
        transcript.append(sigma.tlv)
        return transcript
    }

    // MARK: Verifier

    /// - Parameters:
    ///   - ssid: of key generation, 32 bytes
    ///   - key: over the N that the message carries
    ///   - parameters: the server's own
    /// - Throws: `FAC_BOUND`, `FAC_Z_RANGE`, `FAC_GROUP_RANGE`, `FAC_GROUP_COPRIME`, `FAC_EQUATION_P`,
    ///   `FAC_EQUATION_Q`, `FAC_EQUATION_N`, in this order.
    public func verify(
        ssid: [UInt8], key: PaillierPublicKey, parameters: RingPedersenParameters
    ) throws(CryptoError) {
        try checkBounds(key.suite)
        let Nt = parameters.modulus
        let P = Integer(bytes: self.P), Qc = Integer(bytes: self.Qc)
        let A = Integer(bytes: self.A), B = Integer(bytes: self.B), T = Integer(bytes: self.T)
        guard holds("FAC_GROUP_RANGE/P", parameters.contains(P)), holds("FAC_GROUP_RANGE/Q", parameters.contains(Qc)),
            holds("FAC_GROUP_RANGE/A", parameters.contains(A)), holds("FAC_GROUP_RANGE/B", parameters.contains(B)),
            holds("FAC_GROUP_RANGE/T", parameters.contains(T))
        else { throw CryptoError("FAC_GROUP_RANGE") }
        let product = Nt.multiply(Nt.multiply(P, Qc), Nt.multiply(A, Nt.multiply(B, T)))
        guard holds("FAC_GROUP_COPRIME", product.isCoprime(to: Nt.value)), let QcInverse = Qc.inverse(modulo: Nt.value)
        else {
            throw CryptoError("FAC_GROUP_COPRIME")
        }
        let e = Self.challenge(
            ssid: ssid, suite: key.suite, encodedN: key.encodedN, parametersHash: parameters.parametersHash,
            group: [self.P, self.Qc, self.A, self.B, self.T], sigma: sigma
        ).challenge128
        let z1 = self.z1.value
        guard holds("FAC_EQUATION_P", parameters.openCommitment(z1, w1.value) == Nt.multiply(A, Nt.power(P, e))) else {
            throw CryptoError("FAC_EQUATION_P")
        }
        guard holds("FAC_EQUATION_Q", parameters.openCommitment(z2.value, w2.value) == Nt.multiply(B, Nt.power(Qc, e)))
        else {
            throw CryptoError("FAC_EQUATION_Q")
        }
        // Qc^z1 t^v = T (s^N t^sigma)^e, with both powers of t on one side: one long exponent less.
        let left = z1.isNegative ? Nt.power(QcInverse, -z1) : Nt.power(Qc, z1)
        let open = parameters.openCommitment(-(e * key.N.value), v.value - e * sigma.value)
        guard holds("FAC_EQUATION_N", Nt.multiply(left, open) == T) else { throw CryptoError("FAC_EQUATION_N") }
    }

    private func checkBounds(_ suite: Suite) throws(CryptoError) {
        let L = suite.modulusBits, wide = Suite.responseBits
        guard holds("FAC_BOUND/sigma", sigma.isAtMost(bits: Suite.shareBits + 2 * L)),
            holds("FAC_BOUND/w1", w1.isBelow(bits: wide + L)), holds("FAC_BOUND/w2", w2.isBelow(bits: wide + L)),
            holds("FAC_BOUND/v", v.isBelow(bits: wide + 2 * L))
        else { throw CryptoError("FAC_BOUND") }
        let zBits = Suite.slack + 1 + L / 2
        guard holds("FAC_Z_RANGE/z1", z1.isAtMost(bits: zBits)), holds("FAC_Z_RANGE/z2", z2.isAtMost(bits: zBits))
        else { throw CryptoError("FAC_Z_RANGE") }
    }

    // MARK: Encoding

    /// About 3.4 KB for suite 1.
    public var encoding: [UInt8] {
        TLV.list(
            [.bytes(P), .bytes(Qc), .bytes(A), .bytes(B), .bytes(T)]
                + [sigma, z1, z2, w1, w2, v].map(\.tlv)
        ).encoding
    }

    init(group: [[UInt8]], sigma: SignedBytes, responses: [SignedBytes]) {
        (P, Qc, A, B, T) = (group[0], group[1], group[2], group[3], group[4])
        self.sigma = sigma
        (z1, z2, w1, w2, v) = (responses[0], responses[1], responses[2], responses[3], responses[4])
    }

    /// - Throws: `FAC_ENCODING` for any other shape.
    public init(decoding bytes: [UInt8], suite: Suite) throws(CryptoError) {
        let fields = try ProofFields(bytes, count: 11, code: "FAC_ENCODING")
        var group: [[UInt8]] = []
        for index in 0..<5 { group.append(try fields.bytes(index, width: suite.n)) }
        var responses: [SignedBytes] = []
        let sigma = try fields.integer(5)
        for index in 6..<11 { responses.append(try fields.integer(index)) }
        self.init(group: group, sigma: sigma, responses: responses)
    }
}
