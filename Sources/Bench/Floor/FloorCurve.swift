import COpenSSL

/// The P-256 operations of one signature at the server (threshold-ecdsa E.2), each on one call of OpenSSL.
final class FloorCurve {
    /// One term of the floor.
    enum Term: String, CaseIterable {
        /// R2 = k2·G
        case noncePoint = "R2"
        /// A = a·G, the proof of R2
        case proof = "proofOfR2"
        /// zG − eR1, the phone's proof
        case verifyProof = "verifyProofOfR1"
        /// R = k2·R1
        case joint = "R"
        /// the final signature
        case verifySignature = "verifySignature"
        /// k2^-1 mod q by Fermat
        case inverse = "inverse"

        /// Those that fall into S3 → S4.
        static let prove: [Term] = [.verifyProof, .joint, .inverse]
    }

    private let key: OpaquePointer
    private let group: OpaquePointer
    private let point: OpaquePointer
    private let result: OpaquePointer
    private let order: OpaquePointer
    private let exponent: OpaquePointer
    private let montgomery: OpaquePointer
    private let scratch: OpaquePointer
    private let a: OpaquePointer
    private let b: OpaquePointer
    private let digest = [UInt8](repeating: 0x5A, count: 32)
    private let signature: OpaquePointer

    init() throws(BenchError) {
        guard let key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1), EC_KEY_generate_key(key) == 1,
            let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), let point = EC_POINT_new(group),
            let result = EC_POINT_new(group), let order = BN_new(), let exponent = BN_new(),
            let montgomery = BN_MONT_CTX_new(), let scratch = BN_CTX_new(), let a = BN_new(), let b = BN_new(),
            EC_GROUP_get_order(group, order, scratch) == 1, BN_copy(exponent, order) != nil,
            BN_sub_word(exponent, 2) == 1, BN_MONT_CTX_set(montgomery, order, scratch) == 1,
            EC_POINT_copy(point, EC_KEY_get0_public_key(key)) == 1,
            let signature = ECDSA_do_sign(digest, 32, key)
        else { throw BenchError("the floor's curve cannot be set up") }
        (self.key, self.group, self.point, self.result) = (key, group, point, result)
        (self.order, self.exponent, self.montgomery, self.scratch) = (order, exponent, montgomery, scratch)
        (self.a, self.b, self.signature) = (a, b, signature)
    }

    deinit {
        EC_KEY_free(key)
        EC_POINT_free(point)
        EC_POINT_free(result)
        EC_GROUP_free(group)
        for number in [order, exponent, a, b] { BN_free(number) }
        BN_MONT_CTX_free(montgomery)
        BN_CTX_free(scratch)
        ECDSA_SIG_free(signature)
    }

    /// - Returns: CPU milliseconds of the operation with fresh scalars
    func measure(_ term: Term) throws(BenchError) -> Double {
        guard BN_rand_range(a, order) == 1, BN_rand_range(b, order) == 1 else { throw BenchError("no randomness") }
        let start = ThreadClock.now()
        let isDone = run(term)
        let spent = ThreadClock.now() - start
        guard isDone == 1 else { throw BenchError("the floor's \(term.rawValue) failed") }
        return spent
    }

    private func run(_ term: Term) -> Int32 {
        switch term {
        case .noncePoint, .proof: EC_POINT_mul(group, result, a, nil, nil, scratch)
        case .verifyProof: EC_POINT_mul(group, result, a, point, b, scratch)
        case .joint: EC_POINT_mul(group, result, nil, point, a, scratch)
        case .verifySignature: ECDSA_do_verify(digest, 32, signature, key)
        case .inverse: BN_mod_exp_mont_consttime(b, a, exponent, order, scratch, montgomery)
        }
    }
}
