import Crypto
import Synchronization

/// One key of the fake server. What changes sits in `state`; a fork of the server copies it.
final class FakeKey: Sendable {
    struct Attempt: Sendable {
        let sessionId: String
        let attempt: ServerSigning.Attempt
        let s1: [UInt8]
        let s2: [UInt8]
        let nonce: NonceBox
        var s3: [UInt8]?
        var s4: [UInt8]?
        var c3: [UInt8]?
        var r: [UInt8]?
        var s5: [UInt8]?
        var s5Answer: [UInt8]?
    }

    struct State: Sendable {
        var signCounter: UInt64 = 0
        var ratchet: Ratchet
        var isLocked = false
        var attempt: Attempt?
    }

    let record: ServerKeyGeneration.VerifiedKey
    let context: KeyGenerationContext
    let share: FakeShare
    let state: Mutex<State>

    init(_ record: ServerKeyGeneration.VerifiedKey, _ context: KeyGenerationContext, _ share: FakeShare) {
        self.record = record
        self.context = context
        self.share = share
        state = Mutex(State(ratchet: Ratchet(current: record.ratchet, history: [])))
    }

    func fork() -> FakeKey {
        let copy = FakeKey(record, context, share)
        let current = state.withLock { $0 }
        copy.state.withLock { $0 = current }
        return copy
    }

    func signingContext(_ session: FakeSession, digest: [UInt8]) throws(CryptoError) -> SigningContext {
        guard let scheme = SigningScheme(rawValue: session.signatureProtocol) else { throw CryptoError("SCHEME") }
        return try SigningContext(
            suite: context.suite, keyId: context.keyId, epoch: 1, Q: record.Q, Q1: record.Q1, N: record.N,
            ckey: record.ckey, sessionId: session.id, slot: context.slot, scheme: scheme, digest: digest)
    }
}

/// x2, shared by the forks of a server.
final class FakeShare: Sendable {
    let x2: Scalar
    init(_ x2: consuming Scalar) { self.x2 = x2 }
}

/// k2, taken out once.
final class NonceBox: Sendable {
    private let nonce: Mutex<SigningNonce?>
    init(_ nonce: consuming SigningNonce) { self.nonce = Mutex(consume nonce) }

    func take() -> SigningNonce? { nonce.withLock { $0.take() } }
}
