import TestSupport
import Vectors

@_spi(Deterministic) @testable import Crypto

/// One enrolled key, made by the ordinary entry points with a deterministic source, and the states between its
/// messages.
final class KeyFixture: Sendable {
    static var shared: KeyFixture { get throws { try cached.get() } }
    private static let cached = Result { try KeyFixture() }

    let parameters: RingPedersenParameters
    let core: CoreKey
    let context: KeyGenerationContext
    let head: PhoneKeyGeneration.Head
    let k1: K1Slot
    let k2: K2Slot
    let k3: K3Slot
    let x2: Scalar
    let share: PhoneShare
    let verified: ServerKeyGeneration.VerifiedKey
    let token: [UInt8]

    init() throws {
        let random = VectorRandom(seed: "key-fixture").stream("run")
        let vector = try GoldenVectors.valid("own-keygen", "own-two-slots")
        let parameters = try SharedParameters.published
        let core = try CoreKey(secret: CoreKey.generate(random: random))
        let phone = try PhoneKeyGeneration(suite: .suite1, slot: .signature, random: random)
        let context = KeyGenerationContext(
            enrolmentId: "enrolment", documentNumber: "document", slot: .signature, suite: .suite1,
            nonceP1: phone.k1.nonce, nonceP2: fresh(32, from: random), parametersHash: parameters.parametersHash,
            keyId: "key")
        let head = PhoneKeyGeneration.Head(
            enrolmentId: "enrolment", documentNumber: "document", expiresAt: 1_800_000_000,
            parametersHash: parameters.parametersHash)
        let answer = try ServerKeyGeneration.respond(
            context: context, expiresAt: head.expiresAt, core: core, random: random)
        let k1 = phone.k1
        let accepted = try phone.accept(answer.k2, head: head, parameters: parameters, core: core.verifyingKey)
        let secret = try vector.hex("secret", "slots", "0", "p"), other = try vector.hex("secret", "slots", "0", "q")
        let paillier = try PaillierSecretKey(p: Integer(bytes: secret), q: Integer(bytes: other), suite: .suite1)
        let completed = try phone.complete(accepted, paillier: paillier, parameters: parameters, random: random)
        self.parameters = parameters
        self.core = core
        self.context = context
        self.head = head
        self.k1 = k1
        self.k2 = answer.k2
        self.k3 = completed.k3
        self.x2 = answer.x2.duplicate()
        self.token = completed.ratchetToken
        self.verified = try ServerKeyGeneration.complete(
            completed.k3, k1: k1, context: context, x2: answer.x2, parameters: parameters, modulusSeen: { _ in false },
            random: random)
        self.share = completed.takeShare()
    }

    /// The server's step on a K3.
    func serverReceives(_ k3: K3Slot, seen: Bool = false) throws(CryptoError) {
        _ = try ServerKeyGeneration.complete(
            k3, k1: k1, context: context, x2: x2, parameters: parameters, modulusSeen: { _ in seen },
            millerRabinBase: Integer(2))
    }

    func signingContext(_ digest: [UInt8]) throws(CryptoError) -> SigningContext {
        try SigningContext(
            suite: .suite1, keyId: context.keyId, epoch: 1, Q: verified.Q, Q1: verified.Q1, N: verified.N,
            ckey: verified.ckey, sessionId: "session", slot: .signature, scheme: .rawDigest, digest: digest)
    }
}
