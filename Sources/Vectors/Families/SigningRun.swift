@_spi(Deterministic) import Crypto

/// Recomputes one signing run, message by message.
struct SigningRun {
    private let vector: VectorNode
    private let secret: VectorNode
    private let transcripts: VectorNode
    private let context: SigningContext
    private let core: VectorCoreKey

    init(_ vector: VectorNode) throws(CryptoError) {
        self.vector = vector
        self.secret = try vector["secret"]
        self.transcripts = try vector["transcripts"]
        self.context = try SigningFamily.context(vector)
        self.core = try VectorCoreKey(vector["coreKey"])
    }

    func recompute() throws(CryptoError) {
        try compareKeys()
        try compareSource()
        let node = try vector["S1"]
        let phone = try PhoneSigning(
            context: context, k1: secret["k1"].scalar(), nonce: node["nonce"].bytes(),
            opening: secret["opening"].bytes())
        try node["commitment"].equals(phone.s1.commitment)
        let committed = try commit(phone.s1)
        let s2 = committed.s2
        try compareS2(s2, s1: phone.s1)
        let accepted = try phone.accept(
            s2, lastSignCounter: vector["context"]["lastSignCounter"].u64(), core: core.key.verifyingKey)
        let s3 = try prove(phone, accepted)
        let attempt = ServerSigning.Attempt(context: context, s1: phone.s1, ssid: s2.attempt)
        let nonce = committed.takeNonce()
        let verified = try ServerSigning.verify(
            s3, attempt: attempt, nonce: nonce, ratchet: SigningFamily.ratchet(vector))
        if let after = vector.optional("after") {
            try after["ratchetCurrent"].equals(verified.ratchet.current)
            try after["ratchetHistory"].equals(verified.ratchet.history)
        }
        let s4 = try answer(s3, verified, attempt: attempt, nonce: nonce)
        let share = try SigningFamily.share(vector, context)
        let s5 = try phone.finish(s4, accepted, s3: s3, share: share, core: core.key.verifyingKey)
        try compareResult(s5, r: verified.r, c3: s4.c3, share: share)
        try ServerSigning.finish(s5, ssid: attempt.ssid, r: verified.r, digest: context.digest, Q: context.Q)
    }

    // MARK: Key and message

    private func compareKeys() throws(CryptoError) {
        let x1 = try secret["x1"].scalar(), x2 = try secret["x2"].scalar()
        let node = try vector["context"]
        try node["Q1"].equals(Point.generator(times: x1)?.encoding ?? [])
        try node["Q"].equals(Point.generator(times: x1 * x2)?.encoding ?? [])
        let half = context.suite.n / 2
        let N = try secret["p"].wideInteger(atMost: half) * secret["q"].wideInteger(atMost: half)
        let key = try PaillierPublicKey(N: N, suite: context.suite)
        try node["N"].equals(key.encodedN)
        let ckey = key.encrypt(x1.integer, randomness: try secret["rk"].wideInteger())
        try node["ckey"].equals(ckey.bytes(width: context.suite.n2))
        node.require(context.scheme.isAllowed(for: context.slot), "names a scheme that the slot does not sign")
        try vector["S2"]["signCounter"].equals(node["lastSignCounter"].u64() + 1)
        try transcripts["publicKey"].equals(context.publicKeyTranscript)
        try transcripts["paillierKey"].equals(context.paillierKeyTranscript)
    }

    /// Where the digest comes from: the fields of a log-in, or a published case with known key and nonce.
    private func compareSource() throws(CryptoError) {
        if let message = vector.optional("message"), message.optional("spki") != nil {
            try vector["context"]["digest"].equals(ACSPFamily.bound(message).digest())
            try message["spki"].equals(SPKI.p256Prefix + context.Q.encoding)
        } else if let message = vector.optional("message") {
            let fields = try ACSPFamily.message(message)
            try vector["context"]["digest"].equals(fields.digest())
            let counts = fields.flowType == "Web2App" || fields.flowType == "App2App"
            try message["initialCallbackUrl"].require(counts || fields.initialCallbackURL.isEmpty, "is not signed")
        }
        guard let source = vector.optional("source") else { return }
        try source["name"].equals(text: "NIST CAVP FIPS 186-3 SigGen, [P-256,SHA-256]")
        try vector["id"].equals(text: "cavp-\(source["index"].u64())")
        try vector["context"]["digest"].equals(SHA256.hash(source["Msg"].bytes()))
        try source["d"].equals(secret["x1"].scalar() * secret["x2"].scalar())
        try source["k"].equals(secret["k1"].scalar() * secret["k2"].scalar())
        try source["Qx"].equals(Array(context.Q.encoding[1..<33]))
        try source["Qy"].equals(Array(context.Q.encoding[33...]))
        try source["R"].equals(vector["expect"]["r"].bytes())
        let s = try vector["expect"]["s"].scalar()
        try source["S"].equals(vector["expect"]["sWasHigh"].flag() ? s.negated() : s)
    }

    // MARK: S1, S2

    private func commit(_ s1: S1) throws(CryptoError) -> ServerSigning.Committed {
        let nonceNode = try secret["coreNonceS2"]
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (digest) throws(CryptoError) in
            try core.sign(digest, nonce: nonceNode)
        }
        return try ServerSigning.commit(
            s1, context: context, signCounter: vector["S2"]["signCounter"].u64(), x2: secret["x2"].scalar(),
            nonce: SigningNonce(k2: secret["k2"].scalar()), nonceP2: vector["S2"]["nonce"].bytes(),
            salt: secret["random64R2"].bytes(), sign: sign)
    }

    private func compareS2(_ s2: S2, s1: S1) throws(CryptoError) {
        let node = try vector["S2"]
        try node["attempt"].equals(s2.attempt)
        try node["keyId"].equals(text: s2.keyId)
        try node["epoch"].equals(s2.epoch)
        try node["digest"].equals(s2.digest)
        try node["R2"].equals(s2.R2)
        try node["proof"].equals(s2.proof)
        try node["signature"].equals(s2.signature)
        let sid1 = context.sid1Transcript(nonceP1: s1.nonce)
        try transcripts["sid1"].equals(sid1)
        let R1 = Point.generator(times: try secret["k1"].scalar())?.encoding ?? []
        try transcripts["commitment"].equals(
            SigningContext.commitmentTranscript(sid1: sid1.digest, R1: R1, opening: secret["opening"].bytes()))
        try transcripts["ssid"].equals(
            SigningContext.ssidTranscript(
                sid1: sid1.digest, commitment: s1.commitment, signCounter: s2.signCounter, nonceP2: s2.nonce))
        try transcripts["S2"].equals(SigningContext.s2Transcript(ssid: s2.attempt, R2: s2.R2, proof: s2.proof))
        let statement = SchnorrProof.Statement(.signingR2, ssid: s2.attempt, role: .server, points: [s2.R2], X: s2.R2)
        try compareProof(statement, s2.proof, "R2", hedge: secret["x2"])
    }

    /// The nonce of a Schnorr proof and its challenge.
    private func compareProof(
        _ statement: SchnorrProof.Statement, _ proof: [UInt8], _ name: String, hedge: VectorNode
    ) throws(CryptoError) {
        let nonce = try SchnorrProof.nonce(
            statement, secret: hedge.scalar(), salt: secret["random64" + name].bytes())
        try secret["nonce" + name].equals(nonce)
        try transcripts["sg-" + name].equals(
            scalarChallenge: statement.challengeTranscript(A: Point.generator(times: nonce)?.encoding ?? []))
    }

    // MARK: S3, S4

    private func prove(
        _ phone: borrowing PhoneSigning, _ accepted: PhoneSigning.AcceptedS2
    ) throws(CryptoError) -> S3 {
        let many = secret.optional("ratchetTokens")
        let tokens = if let many { try many.byteLists() } else { [try secret["ratchetToken"].bytes()] }
        let next = Ratchet.hash(token: try secret["ratchetFresh"].bytes(), keyId: context.keyId)
        let s3 = try phone.prove(
            accepted, x1: secret["x1"].scalar(), ratchet: tokens, ratchetNext: next,
            saltR1: secret["random64R1"].bytes(), saltQ1: secret["random64Q1"].bytes())
        let node = try vector["S3"]
        try node["attempt"].equals(s3.attempt)
        try node["R1"].equals(s3.R1)
        try node["opening"].equals(s3.opening)
        try node["proof"].equals(s3.proof)
        try node["shareProof"].equals(s3.shareProof)
        try node["digest"].equals(s3.digest)
        try node["ratchet"].equals(s3.ratchet)
        try node["ratchetNext"].equals(s3.ratchetNext)
        let points = [s3.R1, accepted.R2.encoding, context.Q1.encoding]
        let ofR1 = SchnorrProof.Statement(.signingR1, ssid: s3.attempt, role: .phone, points: points, X: s3.R1)
        let ofQ1 = SchnorrProof.Statement(.signingQ1, ssid: s3.attempt, role: .phone, points: points, X: points[2])
        try compareProof(ofR1, s3.proof, "R1", hedge: secret["x1"])
        try compareProof(ofQ1, s3.shareProof, "Q1", hedge: secret["x1"])
        return s3
    }

    private func answer(
        _ s3: S3, _ verified: ServerSigning.VerifiedS3, attempt: ServerSigning.Attempt, nonce: consuming SigningNonce
    ) throws(CryptoError) -> S4 {
        let nonceNode = try secret["coreNonceS4"]
        let sign: (borrowing [UInt8]) throws(CryptoError) -> [UInt8] = { (digest) throws(CryptoError) in
            try core.sign(digest, nonce: nonceNode)
        }
        let key = try PaillierPublicKey(N: Integer(bytes: context.N), suite: context.suite)
        let rho = try secret["rho"].wideInteger(), rr = try secret["rr"].wideInteger()
        guard rr < key.N.value else { throw CryptoError("VECTOR", "rr is below N") }
        let s4 = try ServerSigning.answer(
            s3, verified, attempt: attempt, nonce: nonce, x2: secret["x2"].scalar(), key: key, rho: rho,
            noise: PreparedNoise(key: key, rr: rr), sign: sign)
        // Made in one exponentiation it is the same.
        let joint = try ServerSigning.answer(
            s3, verified, attempt: attempt, nonce: SigningNonce(k2: secret["k2"].scalar()),
            x2: secret["x2"].scalar(), key: key, rho: rho, rr: rr, sign: sign)
        try vector["S4"]["c3"].equals(joint.c3)
        let R2 = Point.generator(times: try secret["k2"].scalar())?.encoding ?? []
        try vector["S4"]["c3"].equals(s4.c3)
        try vector["S4"]["signature"].equals(s4.signature)
        try transcripts["S4"].equals(
            SigningContext.s4Transcript(
                ssid: attempt.ssid, R1: s3.R1, R2: R2, ratchetNext: s3.ratchetNext, c3: s4.c3))
        return s4
    }

    // MARK: Result

    private func compareResult(
        _ s5: S5, r: [UInt8], c3: [UInt8], share: borrowing PhoneShare
    ) throws(CryptoError) {
        let node = try vector["S5"], expect = try vector["expect"]
        try node["attempt"].equals(s5.attempt)
        try node["r"].equals(s5.r)
        try node["s"].equals(s5.s)
        try expect["r"].equals(r)
        try expect["s"].equals(s5.s)
        let k1 = try secret["k1"].scalar(), k2 = try secret["k2"].scalar()
        try expect["R"].equals(Point.generator(times: k1 * k2)?.encoding ?? [])
        let inverse = k2.inverse()
        let v = inverse * (try Scalar(bytes: r)) * (try secret["x2"].scalar())
        let u = inverse * Scalar(reducing: context.digest)
        try expect["v"].equals(v)
        try expect["u"].equals(u)
        let rho = try secret["rho"].wideInteger()
        let x1 = try secret["x1"].scalar()
        let plaintext = v.integer * x1.integer + u.integer + rho * CurveOrder.integer
        let decrypted = share.paillier.decrypt(try share.paillier.publicKey.decodeCiphertext(c3))
        try expect["plaintext"].equals(plaintext)
        try expect["plaintext"].equals(decrypted)
        expect.require(decrypted.bitLength <= 1026, "plaintext is above 2^1026")
        let s = k1.inverse() * (try Scalar(bytes: decrypted.modulo(CurveOrder.integer).bytes(width: 32)))
        try expect["sWasHigh"].equals(!s.isLow)
    }
}
