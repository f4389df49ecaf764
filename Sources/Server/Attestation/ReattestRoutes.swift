import Crypto
import Storage
import Wire

/// `POST /mobile/reattest`: another attested key for a document, after the app was installed anew or the phone was
/// replaced (mobile-api §2). The request is signed by the new key; its body proves the PIN-protected share, so that a
/// device token alone adopts no phone.
struct ReattestRoutes: Sendable {
    private let stores: Stores
    private let devices: DeviceAuthenticator
    /// By attested key and not by document: nobody uses up the citizen's own tries.
    private let tries = RateLimiter(perMinute: Limits.reattestationsPerMinute)

    init(stores: Stores, devices: DeviceAuthenticator) {
        self.stores = stores
        self.devices = devices
    }

    var routes: [Route] {
        [Route("POST", "/mobile/reattest") { call throws(ServiceError) in .respond(try reattest(call)) }]
    }

    private func reattest(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let deadline = call.context.storageDeadline
        let device = try devices.authenticate(PhoneClaim(call), key: .any, deadline: deadline)
        guard let attested = call.attestedBy else { throw ServiceError(.attestationRequired) }
        try tries.require(attested.keyText, now: call.context.now)
        let body = try call.json()
        let proof = try field { () throws(FieldError) in try body.base64("proof", bytes: 120) }
        let key = try key(of: device, deadline)
        let reattestation = Reattestation(
            documentNumber: device.documentNumber, keyId: key.keyId, attestedKey: attested.keyText,
            nonce: attested.nonce)
        try checked { () throws(CryptoError) in try reattestation.check(proof: proof, Q1: key.Q1) }
        let entry = AuditEntry(
            kind: "device.reattested", subject: device.documentNumber,
            detail: ["attestedKey": Hex.encode(attested.keyId), "slot": key.slot])
        let isBound = try ServiceError.storing { () throws(StorageError) in
            try stores.attestedKeys.reattest(
                attested.keyId, documentNumber: device.documentNumber, audit: entry, deadline: deadline)
        }
        guard isBound else { throw ServiceError(.attestationKeyTaken) }
        return .json { $0.member("documentNumber", device.documentNumber) }
    }

    /// The key whose share is proved: AUTH, or SIGN where there is no AUTH or its share is destroyed.
    private func key(of device: DeviceIdentity, _ deadline: StorageDeadline) throws(ServiceError) -> KeyRecord {
        for slot in Slot.allCases {
            let held = try ServiceError.storing { () throws(StorageError) in
                try stores.keys.load(documentNumber: device.documentNumber, slot: slot.rawValue, deadline: deadline)
            }
            guard let key = held?.key, key.state != .locked else { continue }
            guard holds("REATTEST/suspended", key.state == .active) else { throw ServiceError(.keySuspended) }
            return key
        }
        throw ServiceError(.keyLocked)
    }
}
