import Crypto
import Synchronization

/// Stands for an iPhone's secure hardware where there is no iPhone: in tests and in load. It lives as long as the
/// process.
public final class SyntheticHardware: AttestationHardware {
    private struct Held {
        let device: SyntheticAppAttestDevice
        var isAttested = false
    }

    private let authority: SyntheticAppAttestAuthority
    private let app: SyntheticAppAttestDevice.App
    private let now: @Sendable () -> Int64
    private let held = Mutex<Held?>(nil)

    /// - Parameter now: Unix seconds
    public init(
        authority: SyntheticAppAttestAuthority, app: SyntheticAppAttestDevice.App,
        now: @escaping @Sendable () -> Int64 = PhoneEnvironment.unixSeconds
    ) {
        self.authority = authority
        self.app = app
        self.now = now
    }

    /// The same key with the same counter in another phone: what a thief would have who could read an enclave.
    public func copy() throws(PhoneError) -> SyntheticHardware {
        let other = SyntheticHardware(authority: authority, app: app, now: now)
        guard let held = held.withLock({ $0 }) else { return other }
        let device = try PhoneError.checking { () throws(CryptoError) in
            let key = try held.device.privateKey()
            return try SyntheticAppAttestDevice(
                authority: authority, app: app, privateKey: key, counter: held.device.counter)
        }
        other.held.withLock { $0 = Held(device: device, isAttested: held.isAttested) }
        return other
    }

    public func key() throws(PhoneError) -> AttestationKey? {
        held.withLock { held in held.map { AttestationKey(id: $0.device.keyID, isAttested: $0.isAttested) } }
    }

    public func makeKey() throws(PhoneError) -> AttestationKey {
        let device = try PhoneError.checking { () throws(CryptoError) in
            try SyntheticAppAttestDevice(authority: authority, app: app, random: SystemRandom())
        }
        held.withLock { $0 = Held(device: device) }
        return AttestationKey(id: device.keyID, isAttested: false)
    }

    public func attest(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8] {
        let (device, now) = (try device(), now())
        return try PhoneError.checking { () throws(CryptoError) in
            try device.attest(clientDataHash: clientDataHash, now: now)
        }
    }

    public func assert(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8] {
        let device = try device()
        return try PhoneError.checking { () throws(CryptoError) in try device.assert(clientDataHash: clientDataHash) }
    }

    public func noteAttested() throws(PhoneError) { held.withLock { $0?.isAttested = true } }

    private func device() throws(PhoneError) -> SyntheticAppAttestDevice {
        guard let held = held.withLock({ $0 }) else {
            throw .check(code: "ATTESTATION_HARDWARE", reason: "there is no attested key")
        }
        return held.device
    }
}
