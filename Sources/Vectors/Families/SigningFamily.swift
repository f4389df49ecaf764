@_spi(Deterministic) import Crypto

/// S1..S5 (wire appendix §8).
enum SigningFamily: VectorFamily {
    static let name = "signing"
    static let explanation = "Whole runs of signing: both parties' secrets, all five messages, the signature."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        try SigningRun(vector).recompute()
        if vector.trace.isRecording { return }
        for step in ["P1:S2", "P2:S3", "P1:S4", "P2:S5"] { try receive(vector, step: step) }
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let context = try context(vector)
        let core = try CoreVerifyingKey(vector["coreKey"]["public"].point())
        switch step {
        case "P1:S2": _ = try phoneAccepts(vector, context, core).accepted
        case "P2:S3": _ = try serverVerifies(vector, context)
        case "P1:S4": try phoneReceivesS4(vector, context, core)
        case "P2:S5": try serverReceivesS5(vector, context)
        default: throw CryptoError("VECTOR_FORMAT", "unknown step \(step)")
        }
    }

    static func context(_ vector: VectorNode) throws(CryptoError) -> SigningContext {
        let node = try vector["context"]
        return SigningContext(
            anyScheme: try Suite(number: vector["suite"].u64()), keyId: try node["keyId"].text(),
            epoch: try node["epoch"].u64(), Q: try node["Q"].point(), Q1: try node["Q1"].point(),
            N: try node["N"].bytes(), ckey: try node["ckey"].bytes(), sessionId: try node["sessionId"].text(),
            slot: try VectorMessages.slot(node["slot"]), scheme: try VectorMessages.scheme(node["scheme"]),
            digest: try node["digest"].bytes())
    }

    static func share(_ vector: VectorNode, _ context: SigningContext) throws(CryptoError) -> PhoneShare {
        let secret = try vector["secret"]
        let paillier = try PaillierSecretKey(
            p: secret["p"].wideInteger(), q: secret["q"].wideInteger(), suite: context.suite)
        return try PhoneShare(x1: secret["x1"].scalar(), paillier: paillier, Q: context.Q, ckey: context.ckey)
    }

    // MARK: The receiver's steps

    private struct Accepting: ~Copyable {
        let phone: PhoneSigning
        let accepted: PhoneSigning.AcceptedS2
    }

    private static func phoneAccepts(
        _ vector: VectorNode, _ context: SigningContext, _ core: CoreVerifyingKey
    ) throws(CryptoError) -> Accepting {
        let secret = try vector["secret"]
        let phone = try PhoneSigning(
            context: context, k1: secret["k1"].scalar(), nonce: vector["S1"]["nonce"].bytes(),
            opening: secret["opening"].bytes())
        let accepted = try phone.accept(
            VectorMessages.s2(vector["S2"]), lastSignCounter: vector["context"]["lastSignCounter"].u64(), core: core)
        return Accepting(phone: phone, accepted: accepted)
    }

    /// The attempt as the server stored it: from the context, S1, and counter and nonce of S2.
    static func attempt(
        _ vector: VectorNode, _ context: SigningContext
    ) throws(CryptoError) -> ServerSigning.Attempt {
        let s1 = try VectorMessages.s1(vector["S1"])
        let ssid = SigningContext.ssidTranscript(
            sid1: context.sid1Transcript(nonceP1: s1.nonce).digest, commitment: s1.commitment,
            signCounter: try vector["S2"]["signCounter"].u64(), nonceP2: try vector["S2"]["nonce"].bytes()
        ).digest
        return ServerSigning.Attempt(context: context, s1: s1, ssid: ssid)
    }

    static func ratchet(_ vector: VectorNode) throws(CryptoError) -> Ratchet {
        Ratchet(
            current: try vector["context"]["ratchetCurrent"].bytes(),
            history: try vector["context"]["ratchetHistory"].byteLists())
    }

    private static func serverVerifies(
        _ vector: VectorNode, _ context: SigningContext
    ) throws(CryptoError) -> ServerSigning.VerifiedS3 {
        let nonce = try SigningNonce(k2: vector["secret"]["k2"].scalar())
        return try ServerSigning.verify(
            VectorMessages.s3(vector["S3"]), attempt: attempt(vector, context), nonce: nonce, ratchet: ratchet(vector))
    }

    private static func phoneReceivesS4(
        _ vector: VectorNode, _ context: SigningContext, _ core: CoreVerifyingKey
    ) throws(CryptoError) {
        let accepting = try phoneAccepts(vector, context, core)
        let s4 = S4(c3: try vector["S4"]["c3"].bytes(), signature: try vector["S4"]["signature"].bytes())
        _ = try accepting.phone.finish(
            s4, accepting.accepted, s3: VectorMessages.s3(vector["S3"]), share: share(vector, context), core: core)
    }

    private static func serverReceivesS5(_ vector: VectorNode, _ context: SigningContext) throws(CryptoError) {
        let r = try serverVerifies(vector, context).r
        let attempt = try attempt(vector, context)
        try ServerSigning.finish(
            VectorMessages.s5(vector["S5"]), ssid: attempt.ssid, r: r, digest: context.digest, Q: context.Q)
    }
}
