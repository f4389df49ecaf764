import Crypto
import Storage

/// What a request says about the phone that sends it: its token and, where attestation is required, the key that signed
/// it.
struct PhoneClaim: Sendable {
    /// SHA-256 of the token.
    let tokenHash: [UInt8]
    let attested: AttestedCall?
    /// Where it comes from, and when it came.
    let client: IPAddress
    let received: MonotonicTime

    /// - Throws: DEVICE_TOKEN_MISSING; DEVICE_TOKEN_INVALID for what none of ours looks like
    init(_ call: Call) throws(ServiceError) {
        tokenHash = try DeviceAuthenticator.tokenHash(call.request)
        attested = call.attestedBy
        client = call.context.client
        received = call.context.now
    }

    /// Which keys may speak for a device.
    enum KeyRule: Sendable {
        /// The one that is bound to it.
        case bound
        /// Any, because its right is proved in another way.
        case any
    }

    /// - Throws: DEVICE_MISMATCH when the key speaks for another device, or for none
    func require(_ rule: KeyRule, of device: Device) throws(ServiceError) {
        guard rule == .bound, let attested else { return }
        guard holds("DEVICE_MISMATCH/key", attested.use?.documentNumber == device.documentNumber) else {
            throw ServiceError(.deviceMismatch)
        }
    }

    /// The key's first request for its device.
    var isFirstOfKey: Bool {
        guard let use = attested?.use else { return false }
        return use.documentNumber != nil && !use.isConfirmed
    }
}
