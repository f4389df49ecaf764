import Foundation
import Synchronization
import Wire

@testable import Crypto
@testable import Phone

/// The key store of an Android phone in a world without Google, and what its app does with it: the app keeps the
/// counter. What it attests is open to damage.
final class AndroidHardware: AttestationHardware {
    private struct Held {
        let key: P256SigningKey
        var counter: UInt32 = 0
        var isAttested = false
    }

    typealias Damage = @Sendable (inout SyntheticAndroidChain) -> Void

    private let held: Mutex<Held?>
    private let damage: Damage

    init(_ damage: @escaping Damage = { _ in }) {
        held = Mutex(nil)
        self.damage = damage
    }

    private init(copying held: Held?) {
        self.held = Mutex(held)
        damage = { _ in }
    }

    /// The same key with the same counter, as no thief could have it.
    func copy() -> AndroidHardware { AndroidHardware(copying: held.withLock { $0 }) }

    /// What the app's next signature counts on from.
    func setCounter(_ counter: UInt32) { held.withLock { $0?.counter = counter } }

    private static let made = Result { try SyntheticAndroidChain.Keys(random: SystemRandom()) }

    /// The pinned root as a certificate.
    static func root() throws -> [UInt8] {
        try SyntheticAndroidChain(keys: made.get(), now: now).build()[3]
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    func key() throws(PhoneError) -> AttestationKey? {
        held.withLock { held in
            held.map { AttestationKey(id: SHA256.hash($0.key.publicKey), isAttested: $0.isAttested) }
        }
    }

    func makeKey() throws(PhoneError) -> AttestationKey {
        let key = try PhoneError.checking { () throws(CryptoError) in
            try P256SigningKey.generate(random: SystemRandom())
        }
        held.withLock { $0 = Held(key: key) }
        return AttestationKey(id: SHA256.hash(key.publicKey), isAttested: false)
    }

    func attest(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8] {
        guard let key = held.withLock({ $0?.key }), let authorities = try? Self.made.get() else { throw Self.absent }
        return try PhoneError.checking { () throws(CryptoError) in
            var chain = try SyntheticAndroidChain(keys: .init(authorities, leaf: key), now: Self.now)
            chain.description.challenge = clientDataHash
            damage(&chain)
            return SyntheticAndroidChain.object(try chain.build())
        }
    }

    func assert(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8] {
        let next = held.withLock { held -> (P256SigningKey, UInt32)? in
            held?.counter += 1
            return held.map { ($0.key, $0.counter) }
        }
        guard let (key, counter) = next else { throw Self.absent }
        let name = SHA256.hash(Array(SyntheticAndroidDescription.package.utf8))
        let data = name + [0] + withUnsafeBytes(of: counter.bigEndian, Array.init)
        return try PhoneError.checking { () throws(CryptoError) in
            SyntheticAppAttestDevice.assertion(data, signature: try key.sign(SHA256.hash(data + clientDataHash)))
        }
    }

    func noteAttested() throws(PhoneError) { held.withLock { $0?.isAttested = true } }

    private static var absent: PhoneError { .check(code: "ATTESTATION_HARDWARE", reason: "there is no attested key") }
}
