import Vectors

@_spi(Deterministic) @testable import Crypto

/// One signing run over the shared key, with all messages and the states between them.
final class SigningFixture: Sendable {
    let key: KeyFixture
    let context: SigningContext
    let phone: PhoneSigning
    let accepted: PhoneSigning.AcceptedS2
    let attempt: ServerSigning.Attempt
    let nonce: SigningNonce
    let ratchet: Ratchet
    let verified: ServerSigning.VerifiedS3
    let s2: S2
    let s3: S3
    let s4: S4
    let s5: S5

    /// - Parameter label: another label, other nonces
    init(_ label: String, digest: [UInt8]) throws {
        let key = try KeyFixture.shared
        let random = VectorRandom(seed: "signing-fixture").stream(label)
        let context = try key.signingContext(digest)
        let phone = try PhoneSigning(context: context, random: random)
        let committed = try ServerSigning.commit(
            phone.s1, context: context, signCounter: 7, x2: key.x2, core: key.core, random: random)
        let s2 = committed.s2
        let accepted = try phone.accept(s2, lastSignCounter: 6, core: key.core.verifyingKey)
        let next = Ratchet.hash(token: fresh(32, from: random), keyId: context.keyId)
        let s3 = try phone.prove(
            accepted, x1: key.share.x1, ratchet: [key.token], ratchetNext: next, random: random)
        let attempt = ServerSigning.Attempt(context: context, s1: phone.s1, ssid: s2.attempt)
        let nonce = committed.takeNonce()
        let ratchet = Ratchet(current: key.verified.ratchet, history: [])
        let verified = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: ratchet)
        let paillier = try PaillierPublicKey(N: Integer(bytes: key.verified.N), suite: .suite1)
        let s4 = try ServerSigning.answer(
            s3, verified, attempt: attempt, nonce: SigningNonce(k2: nonce.k2.duplicate()), x2: key.x2, key: paillier,
            noise: nil, core: key.core, random: random)
        self.s5 = try phone.finish(s4, accepted, s3: s3, share: key.share, core: key.core.verifyingKey)
        self.key = key
        self.context = context
        self.phone = phone
        self.accepted = accepted
        self.attempt = attempt
        self.nonce = nonce
        self.ratchet = ratchet
        self.verified = verified
        self.s2 = s2
        self.s3 = s3
        self.s4 = s4
    }

    // The receivers' steps.

    func phoneReceives(_ s2: S2) throws(CryptoError) {
        _ = try phone.accept(s2, lastSignCounter: 6, core: key.core.verifyingKey)
    }

    func serverReceives(_ s3: S3) throws(CryptoError) {
        _ = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: ratchet)
    }

    func phoneReceives(_ s4: S4) throws(CryptoError) {
        _ = try phone.finish(s4, accepted, s3: s3, share: key.share, core: key.core.verifyingKey)
    }

    func serverReceives(_ s5: S5) throws(CryptoError) {
        try ServerSigning.finish(s5, ssid: attempt.ssid, r: verified.r, digest: context.digest, Q: context.Q)
    }
}
