@_spi(Deterministic) import Crypto

/// What the other side may send instead, as far as the group is small enough to send everything.
enum SigningRefusals {
    static func run(_ key: EnrolledKey, _ tally: Tally) throws(CryptoError) {
        let random = SeededSource("refusals \(key.x1) \(key.x2)")
        for k1 in Value.units {
            for k2 in Value.units where k1 != k2 && k1 + k2 != Oracle.q && Oracle.r(k1 * k2) != 0 {
                let m = (k1 + 2 * k2) % Oracle.q
                if Oracle.sign(x: key.x1 * key.x2, k: k1 * k2, m: m) == nil { continue }
                let run = try SigningRun(key, k1: k1, k2: k2, m: m, random: random)
                let verified = try run.verify(run.s3)
                otherCommitments(run, k1: k1, tally)
                otherS3(run, tally)
                otherCoreSignatures(run, tally)
                otherSignatures(run, r: verified.r, tally)
                try shiftedAnswers(run, verified, k1: k1, tally)
            }
        }
    }

    /// Only the committed R1 opens the commitment.
    private static func otherCommitments(_ run: borrowing SigningRun, k1: Int, _ tally: Tally) {
        for other in Value.units where other != k1 {
            let s3 = replacing(run.s3, R1: Value.point(other))
            refuse(run, s3, "SG_COMMITMENT", "other R1", tally)
        }
    }

    private static func otherS3(_ run: borrowing SigningRun, _ tally: Tally) {
        let s3 = run.s3
        for m in 0..<Oracle.q where m != run.m {
            refuse(run, replacing(s3, digest: Value.digest(m)), "DIGEST_MISMATCH", "other digests", tally)
        }
        refuse(run, replacing(s3, attempt: Value.bytes(1)), "SIGNING_RESTART", "other attempts", tally)
        refuse(run, replacing(s3, opening: Value.bytes(1)), "SG_COMMITMENT", "other openings", tally)
        refuse(run, replacing(s3, ratchet: [Value.bytes(1)]), "RATCHET_UNKNOWN", "other ratchets", tally)
        for z in 0..<32 {
            let isRight = { (proof: [UInt8]) in Array(proof.suffix(32)) == Value.bytes(z) }
            let first = replacing(s3, proof: Array(s3.proof.dropLast(32)) + Value.bytes(z))
            refuse(run, first, isRight(s3.proof) ? nil : "DL_SG_R1", "other responses of sg-R1", tally)
            let second = replacing(s3, shareProof: Array(s3.shareProof.dropLast(32)) + Value.bytes(z))
            refuse(run, second, isRight(s3.shareProof) ? nil : "DL_SG_Q1", "other responses of sg-Q1", tally)
        }
    }

    private static func refuse(
        _ run: borrowing SigningRun, _ s3: S3, _ code: String?, _ name: String, _ tally: Tally
    ) {
        var got: String?
        do { _ = try run.verify(s3) } catch { got = error.code }
        tally.expect("S3: \(name)", got == code, "\(got ?? "passed"), not \(code ?? "passed")")
    }

    /// S2 under every pair (r, s) in the place of the core key's signature.
    private static func otherCoreSignatures(_ run: borrowing SigningRun, _ tally: Tally) {
        let s2 = run.s2
        let z = Value.residue(SigningContext.s2Transcript(ssid: s2.attempt, R2: s2.R2, proof: s2.proof).digest)
        for r in 0..<16 {
            for s in 0..<16 {
                let other = S2(
                    attempt: s2.attempt, keyId: s2.keyId, epoch: s2.epoch, signCounter: s2.signCounter,
                    digest: s2.digest, nonce: s2.nonce, R2: s2.R2, proof: s2.proof,
                    signature: Value.bytes(r) + Value.bytes(s))
                let isRight = s <= Oracle.q / 2 && Oracle.verifies(r: r, s: s, m: z, x: run.key.coreSecret)
                var got: String?
                do { _ = try run.phone.accept(other, lastSignCounter: 6, core: run.key.core.verifyingKey) } catch {
                    got = error.code
                }
                tally.expect(
                    "S2: other core signatures", got == (isRight ? nil : "S2_SIGNATURE"), "r \(r) s \(s) \(got ?? "")")
            }
        }
    }

    /// S5 with every pair (r, s).
    private static func otherSignatures(_ run: borrowing SigningRun, r expected: [UInt8], _ tally: Tally) {
        let x = run.key.x1 * run.key.x2
        for r in 0..<16 {
            for s in 0..<16 {
                let code: String? =
                    if Value.bytes(r) != expected { "R_MISMATCH" } else if s == 0 || s >= Oracle.q {
                        "S_RANGE"
                    } else if s > Oracle.q / 2 { "S_NOT_LOW" } else if !Oracle.verifies(r: r, s: s, m: run.m, x: x) {
                        "SIGNATURE_INVALID"
                    } else { nil }
                let s5 = S5(attempt: run.attempt.ssid, r: Value.bytes(r), s: Value.bytes(s))
                var got: String?
                do { try run.serverReceives(s5, r: expected) } catch { got = error.code }
                tally.expect("S5: other signatures", got == code, "r \(r) s \(s): \(got ?? "passed")")
            }
        }
    }

    /// A server that adds j to the plaintext, c3·(1+N)^j, signed by the core key: the phone assembles the s of P + j,
    /// and gives it away only where it is a signature.
    private static func shiftedAnswers(
        _ run: borrowing SigningRun, _ verified: ServerSigning.VerifiedS3, k1: Int, _ tally: Tally
    ) throws(CryptoError) {
        let s4 = try run.answer(verified, ahead: false)
        let N = run.key.paillier.N.value.duplicate(), N2 = N * N, c3 = Integer(bytes: s4.c3)
        let x = run.key.x1 * run.key.x2, r = Value.residue(verified.r)
        let s = Oracle.modulo(Oracle.inverse(k1 * run.k2, Oracle.q) * (run.m + r * x), Oracle.q)
        for j in 0..<Oracle.q {
            let shifted = Oracle.modulo(s + j * Oracle.inverse(k1, Oracle.q), Oracle.q)
            let isRight = Oracle.verifies(r: r, s: Oracle.low(shifted), m: run.m, x: x)
            let value = (c3 * (Integer(1) + Integer(j) * N)).modulo(N2)
            try send(run, value, isRight ? nil : "C3_INVALID", "shifted plaintexts", tally)
        }
        let p = run.key.share.paillier.p.duplicate()
        try send(run, Integer(0), "C3_RANGE", "c3 = 0", tally)
        try send(run, N2, "C3_RANGE", "c3 = N²", tally)
        try send(run, N2 + Integer(1), "C3_RANGE", "c3 = N² + 1", tally)
        try send(run, N, "C3_COPRIME", "c3 = N", tally)
        try send(run, p, "C3_COPRIME", "c3 = p", tally)
    }

    private static func send(
        _ run: borrowing SigningRun, _ c3: borrowing Integer, _ code: String?, _ name: String, _ tally: Tally
    ) throws(CryptoError) {
        let encoded = c3.bytes(width: Suite.suite1.n2), core = run.key.core, random = run.random
        let digest = SigningContext.s4Transcript(
            ssid: run.attempt.ssid, R1: run.s3.R1, R2: run.s2.R2, ratchetNext: run.s3.ratchetNext, c3: encoded
        ).digest
        let signature = try retried { () throws(CryptoError) in try core.sign(digest, random: random) }
        var got: String?
        do { _ = try run.finish(S4(c3: encoded, signature: signature)) } catch { got = error.code }
        tally.expect("S4: \(name)", got == code, "\(got ?? "passed"), not \(code ?? "passed")")
    }

    private static func replacing(
        _ s3: S3, attempt: [UInt8]? = nil, R1: [UInt8]? = nil, opening: [UInt8]? = nil, proof: [UInt8]? = nil,
        shareProof: [UInt8]? = nil, digest: [UInt8]? = nil, ratchet: [[UInt8]]? = nil
    ) -> S3 {
        S3(
            attempt: attempt ?? s3.attempt, R1: R1 ?? s3.R1, opening: opening ?? s3.opening, proof: proof ?? s3.proof,
            shareProof: shareProof ?? s3.shareProof, digest: digest ?? s3.digest, ratchet: ratchet ?? s3.ratchet,
            ratchetNext: s3.ratchetNext)
    }
}
