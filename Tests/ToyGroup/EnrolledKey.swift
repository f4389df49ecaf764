@_spi(Deterministic) import Crypto

/// One enrolment over the toy group, K1 to K3, with all its proofs, for given shares.
final class EnrolledKey: Sendable {
    let x1: Int
    let x2: Int
    let context: KeyGenerationContext
    let k1: K1Slot
    let k3: K3Slot
    let share: PhoneShare
    let serverShare: Scalar
    let token: [UInt8]
    let core: CoreKey
    /// The logarithm of the core key.
    let coreSecret: Int
    let parameters: RingPedersenParameters
    /// The phone's key as the server knows it.
    let paillier: PaillierPublicKey

    init(
        x1: Int, x2: Int, parameters: RingPedersenParameters, random: SeededSource
    ) throws(CryptoError) {
        let secret = 1 + (x1 + x2) % (Oracle.q - 1)
        var bytes = SecretBytes(count: 32)
        bytes.withUnsafeMutableBytes { $0.copyBytes(from: Value.bytes(secret)) }
        let core = try CoreKey(secret: bytes)
        let run = try retried { () throws(CryptoError) in
            try Run(x1: x1, x2: x2, core: core, parameters: parameters, random: random)
        }
        self.x1 = x1
        self.x2 = x2
        self.core = core
        self.coreSecret = secret
        self.parameters = parameters
        self.serverShare = try Value.scalar(x2)
        self.context = run.context
        self.k1 = run.k1
        self.k3 = run.completed.k3
        self.token = run.completed.ratchetToken
        self.paillier = try PaillierPublicKey(N: Integer(bytes: k3.N), suite: .suite1)
        self.share = run.takeShare()
    }

    private struct Run: ~Copyable {
        let context: KeyGenerationContext
        let k1: K1Slot
        let completed: PhoneKeyGeneration.Completed

        init(
            x1: Int, x2: Int, core: CoreKey, parameters: RingPedersenParameters, random: SeededSource
        ) throws(CryptoError) {
            let phone = try PhoneKeyGeneration(
                suite: .suite1, slot: .signature, x1: Value.scalar(x1), nonce: random.bytes(32),
                opening: random.bytes(32))
            let hash = parameters.parametersHash
            let head = PhoneKeyGeneration.Head(
                enrolmentId: "enrolment", documentNumber: "document", expiresAt: 1_800_000_000, parametersHash: hash)
            let context = KeyGenerationContext(
                enrolmentId: head.enrolmentId, documentNumber: head.documentNumber, slot: .signature, suite: .suite1,
                nonceP1: phone.k1.nonce, nonceP2: random.bytes(32), parametersHash: hash, keyId: "key")
            let k2 = try ServerKeyGeneration.k2(
                context: context, x2: Value.scalar(x2), salt: random.bytes(64), expiresAt: head.expiresAt
            ) { (digest) throws(CryptoError) in try core.sign(digest, random: random) }
            let accepted = try phone.accept(k2, head: head, parameters: parameters, core: core.verifyingKey)
            let k1 = phone.k1
            let completed = try phone.complete(
                accepted, paillier: .generate(.suite1, random: random), parameters: parameters, random: random)
            self.context = context
            self.k1 = k1
            self.completed = completed
        }

        consuming func takeShare() -> PhoneShare { completed.takeShare() }
    }

    /// Q1 = ±Q2, which the server refuses.
    var isReflection: Bool { x1 == x2 || x1 + x2 == Oracle.q }

    /// The server's step on a K3.
    func serverReceives(
        _ k3: K3Slot, seen: Bool = false
    ) throws(CryptoError) -> ServerKeyGeneration.VerifiedKey {
        try ServerKeyGeneration.complete(
            k3, k1: k1, context: context, x2: serverShare, parameters: parameters, modulusSeen: { _ in seen },
            millerRabinBase: Integer(2))
    }

    func signingContext(digest: [UInt8]) throws(CryptoError) -> SigningContext {
        try SigningContext(
            suite: .suite1, keyId: context.keyId, epoch: 1, Q: share.Q, Q1: share.Q1, N: k3.N, ckey: k3.ckey,
            sessionId: "session", slot: .signature, scheme: .rawDigest, digest: digest)
    }
}
