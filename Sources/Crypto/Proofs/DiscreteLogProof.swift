/// Π_pdl: ckey encrypts the x1 of Q1 = x1·G, and |x1| < 2^513 (CGGMP21 fig. 25 Π_log*; threshold-ecdsa A.3).
///
/// Proved by the phone to the server at K3 over the **server's** ring-Pedersen set; with the prover's own the range
/// claim would not bind. Sound only after Π_mod and Π_fac, which make e − e' invertible modulo N.
public struct DiscreteLogProof: Sendable {
    let S: [UInt8]
    let A: [UInt8]
    let Y: [UInt8]
    let D: [UInt8]
    let z1: SignedBytes
    let z2: [UInt8]
    let z3: SignedBytes

    /// What is proved. `ckey` is `suite.n2` bytes, `Q1` 65 bytes.
    public struct Statement: Sendable {
        public let ssid: [UInt8]
        public let key: PaillierPublicKey
        public let ckey: [UInt8]
        public let Q1: [UInt8]
        public let parameters: RingPedersenParameters

        public init(
            ssid: [UInt8], key: PaillierPublicKey, ckey: [UInt8], Q1: [UInt8], parameters: RingPedersenParameters
        ) {
            self.ssid = ssid
            self.key = key
            self.ckey = ckey
            self.Q1 = Q1
            self.parameters = parameters
        }

        func challenge(S: [UInt8], A: [UInt8], Y: [UInt8], D: [UInt8]) -> Transcript {
            var transcript = Transcript("pdl")
            transcript.append(ssid)
            transcript.append(text: Role.phone.rawValue)
            transcript.append(key.suite.number)
            transcript.append(key.encodedN)
            transcript.append(ckey)
            transcript.append(point: Q1)
            transcript.append(parameters.parametersHash)
            transcript.append(S)
            transcript.append(A)
            transcript.append(point: Y)
            transcript.append(D)
            return transcript
        }
    }

    // MARK: Verifier

    /// - Parameter slices: where the two pieces run: modulo N², and the rest
    /// - Throws: `PDL_BOUND`, `PDL_Z1_RANGE`, `PDL_Z2_RANGE`, `PDL_A_RANGE`, `PDL_GROUP_RANGE`, `PDL_GROUP_COPRIME`,
    ///   `PDL_N_COPRIME`, `PDL_POINT`, `PDL_EQUATION_CIPHERTEXT`, `PDL_EQUATION_CURVE`, `PDL_EQUATION_PEDERSEN`, in
    ///   this order.
    public func verify(
        _ statement: Statement, slices: some ComputeSlices = InPlace()
    ) throws(CryptoError) {
        let transcript = statement.challenge(S: self.S, A: self.A, Y: self.Y, D: self.D)
        let e = transcript.challenge128
        try slices.run { () throws(CryptoError) in
            try checkMembers(statement)
            try checkCiphertext(statement, e: e)
        }
        try slices.run { () throws(CryptoError) in
            try checkCurve(statement, e: e)
            try checkCommitment(statement, e: e)
        }
    }

    private func checkMembers(_ statement: Statement) throws(CryptoError) {
        let key = statement.key, Nt = statement.parameters.modulus
        let A = Integer(bytes: self.A), S = Integer(bytes: self.S), D = Integer(bytes: self.D)
        let z2 = Integer(bytes: self.z2), ckey = Integer(bytes: statement.ckey)
        try checkRanges(A: A, S: S, D: D, z2: z2, statement)
        guard holds("PDL_GROUP_COPRIME", Nt.multiply(S, D).isCoprime(to: Nt.value)) else {
            throw CryptoError("PDL_GROUP_COPRIME")
        }
        guard holds("PDL_N_COPRIME", (A * ckey * z2).isCoprime(to: key.N.value)) else {
            throw CryptoError("PDL_N_COPRIME")
        }
        guard (try? Point(encoding: Y)) != nil, (try? Point(encoding: statement.Q1)) != nil else {
            throw CryptoError("PDL_POINT")
        }
    }

    /// (1 + z1 N) z2^N = A ckey^e mod N²
    private func checkCiphertext(_ statement: Statement, e: borrowing Integer) throws(CryptoError) {
        let key = statement.key
        let power = key.ring.power(Integer(bytes: z2), key.N.value)
        let left = key.ring.multiply(key.generatorPower(z1.value), power)
        let right = key.ring.multiply(Integer(bytes: A), key.ring.power(Integer(bytes: statement.ckey), e))
        guard holds("PDL_EQUATION_CIPHERTEXT", left == right) else {
            throw CryptoError("PDL_EQUATION_CIPHERTEXT")
        }
    }

    /// z1 G = Y + e Q1
    private func checkCurve(_ statement: Statement, e: borrowing Integer) throws(CryptoError) {
        guard let Y = try? Point(encoding: Y), let Q1 = try? Point(encoding: statement.Q1) else {
            throw CryptoError("PDL_POINT")
        }
        let eScalar = Self.scalar(e), z1Scalar = Self.scalar(z1.value)
        guard holds("PDL_EQUATION_CURVE", Q1.combined(generatorFactor: z1Scalar, eScalar.negated()) == Y) else {
            throw CryptoError("PDL_EQUATION_CURVE")
        }
    }

    /// s^z1 t^z3 = D S^e mod Ñ
    private func checkCommitment(_ statement: Statement, e: borrowing Integer) throws(CryptoError) {
        let Nt = statement.parameters.modulus
        let right = Nt.multiply(Integer(bytes: D), Nt.power(Integer(bytes: S), e))
        guard holds("PDL_EQUATION_PEDERSEN", statement.parameters.openCommitment(z1.value, z3.value) == right) else {
            throw CryptoError("PDL_EQUATION_PEDERSEN")
        }
    }

    private func checkRanges(
        A: borrowing Integer, S: borrowing Integer, D: borrowing Integer, z2: borrowing Integer, _ statement: Statement
    ) throws(CryptoError) {
        let suite = statement.key.suite
        guard holds("PDL_BOUND", z3.isBelow(bits: Suite.responseBits + suite.modulusBits)) else {
            throw CryptoError("PDL_BOUND")
        }
        guard holds("PDL_Z1_RANGE", z1.isAtMost(bits: Suite.shareBits + Suite.slack)) else {
            throw CryptoError("PDL_Z1_RANGE")
        }
        guard holds("PDL_Z2_RANGE/zero", z2.sign > 0), holds("PDL_Z2_RANGE/high", z2 < statement.key.N.value) else {
            throw CryptoError("PDL_Z2_RANGE")
        }
        guard holds("PDL_A_RANGE/zero", A.sign > 0), holds("PDL_A_RANGE/high", A < statement.key.ring.N2) else {
            throw CryptoError("PDL_A_RANGE")
        }
        guard holds("PDL_GROUP_RANGE/S", statement.parameters.contains(S)),
            holds("PDL_GROUP_RANGE/D", statement.parameters.contains(D))
        else {
            throw CryptoError("PDL_GROUP_RANGE")
        }
    }

    /// An integer of at most 513 bits modulo q.
    static func scalar(_ value: borrowing Integer) -> Scalar {
        let reduced = value.modulo(CurveOrder.integer)
        return reduced.secretBytes(width: 32).withUnsafeBytes { Scalar(reducing: $0) }
    }

    // MARK: Encoding

    /// About 1.8 KB for suite 1.
    public var encoding: [UInt8] {
        TLV.list([.bytes(S), .bytes(A), .point(Y), .bytes(D), z1.tlv, .bytes(z2), z3.tlv]).encoding
    }

    init(S: [UInt8], A: [UInt8], Y: [UInt8], D: [UInt8], z1: SignedBytes, z2: [UInt8], z3: SignedBytes) {
        (self.S, self.A, self.Y, self.D) = (S, A, Y, D)
        (self.z1, self.z2, self.z3) = (z1, z2, z3)
    }

    /// - Throws: `PDL_ENCODING` for any other shape.
    public init(decoding bytes: [UInt8], suite: Suite) throws(CryptoError) {
        let fields = try ProofFields(bytes, count: 7, code: "PDL_ENCODING")
        self.init(
            S: try fields.bytes(0, width: suite.n), A: try fields.bytes(1, width: suite.n2), Y: try fields.point(2),
            D: try fields.bytes(3, width: suite.n), z1: try fields.integer(4),
            z2: try fields.bytes(5, width: suite.n), z3: try fields.integer(6))
    }
}
