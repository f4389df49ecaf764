/// Π_dl: knowledge of x with X = xG (Schnorr, made non-interactive by Fiat-Shamir; threshold-ecdsa A.2).
///
/// Proved by either party to the other about Q1, Q2, R1 and R2, each under its own purpose, role and session id. The
/// caller has fixed the statement before: R1 by a commitment, Q1 by enrolment.
public struct SchnorrProof: Sendable, Equatable {
    /// The prover's first message, 65 bytes.
    let A: [UInt8]
    /// a + e·x mod q, 32 bytes.
    let z: [UInt8]

    /// What is proved, and everything that the challenge covers besides A.
    public struct Statement: Sendable {
        public let purpose: SchnorrPurpose
        /// 32 bytes
        public let ssid: [UInt8]
        public let role: Role
        /// Points, 65 bytes each.
        public let points: [[UInt8]]
        public let extra: [[UInt8]]
        /// The point whose logarithm is proved, 65 bytes.
        public let X: [UInt8]

        public init(
            _ purpose: SchnorrPurpose, ssid: [UInt8], role: Role, points: [[UInt8]], extra: [[UInt8]] = [], X: [UInt8]
        ) {
            self.purpose = purpose
            self.ssid = ssid
            self.role = role
            self.points = points
            self.extra = extra
            self.X = X
        }

        func transcript(_ domain: String) -> Transcript {
            var transcript = Transcript(domain + "/" + purpose.rawValue)
            transcript.append(ssid)
            transcript.append(text: role.rawValue)
            transcript.append(text: Domain.curveName)
            for point in points { transcript.append(point: point) }
            for item in extra { transcript.append(item) }
            return transcript
        }

        /// The transcript of the nonce: the challenge's members without A.
        public var nonceTranscript: Transcript { transcript("nonce") }

        public func challengeTranscript(A: [UInt8]) -> Transcript {
            var transcript = transcript("schnorr")
            transcript.append(point: A)
            return transcript
        }
    }

    // MARK: Prover

    /// - Parameter secret: x, not 0
    /// - Throws: `SCHNORR_NONCE` when the nonce comes out as 0, once in 2^256.
    public static func prove(
        _ statement: Statement, secret: borrowing Scalar, random: some RandomSource
    ) throws(CryptoError) -> SchnorrProof {
        try prove(statement, secret: secret, salt: fresh(64, from: random))
    }

    /// - Parameter salt: 64 bytes; a repeated one is safe only for the same statement.
    /// - Throws: `SCHNORR_NONCE`
    @_spi(Deterministic)
    public static func prove(
        _ statement: Statement, secret: borrowing Scalar, salt: [UInt8]
    ) throws(CryptoError) -> SchnorrProof {
        try prove(statement, secret: secret, nonce: nonce(statement, secret: secret, salt: salt))
    }

    /// - Parameter a: the nonce, drawn for this statement alone
    static func prove(
        _ statement: Statement, secret: borrowing Scalar, nonce a: borrowing Scalar
    ) throws(CryptoError) -> SchnorrProof {
        guard let commitment = Point.generator(times: a) else { throw CryptoError("SCHNORR_NONCE", "nonce is zero") }
        let e = statement.challengeTranscript(A: commitment.encoding).challengeModOrder
        let z = a + e * secret
        return SchnorrProof(A: commitment.encoding, z: z.bytes)
    }

    /// The nonce from the secret, fresh randomness and the statement: a bad generator alone must not leak x (B23).
    /// - Throws: `SCHNORR_NONCE` when it comes out as 0
    @_spi(Deterministic)
    public static func nonce(
        _ statement: Statement, secret: borrowing Scalar, salt: [UInt8]
    ) throws(CryptoError) -> Scalar {
        try HedgedNonce.derive(secret: secret, salt: salt, info: statement.nonceTranscript.digest)
    }

    // MARK: Verifier

    /// - Throws: `SCHNORR_POINT`, `SCHNORR_Z_RANGE`, `SCHNORR_EQUATION`, in this order.
    public func verify(_ statement: Statement) throws(CryptoError) {
        guard let X = try? Point(encoding: statement.X), let A = try? Point(encoding: A) else {
            throw CryptoError("SCHNORR_POINT", "X or A is not on the curve")
        }
        let z: Scalar
        do { z = try Scalar(bytes: self.z) } catch { throw CryptoError("SCHNORR_Z_RANGE", "z is not below the order") }
        let e = statement.challengeTranscript(A: self.A).challengeModOrder
        guard holds("SCHNORR_EQUATION", X.combined(generatorFactor: z, e.negated()) == A) else {
            throw CryptoError("SCHNORR_EQUATION", "zG − eX ≠ A")
        }
    }

    // MARK: Encoding

    /// 120 bytes.
    public var encoding: [UInt8] { TLV.list([.point(A), .bytes(z)]).encoding }

    init(A: [UInt8], z: [UInt8]) {
        self.A = A
        self.z = z
    }

    /// - Throws: `SCHNORR_ENCODING` for anything but a list of one point and 32 bytes.
    public init(decoding bytes: [UInt8]) throws(CryptoError) {
        guard case .list(let items)? = try? TLV(decoding: bytes), holds("SCHNORR_ENCODING/count", items.count == 2),
            case .point(let A) = items[0], case .bytes(let z) = items[1],
            holds("SCHNORR_ENCODING/z", z.count == Scalar.byteCount)
        else { throw CryptoError("SCHNORR_ENCODING", "a Schnorr proof is a list of a point and 32 bytes") }
        self.init(A: A, z: z)
    }
}
