import Crypto
import Storage
import Wire

/// `POST /mobile/reattest`: another attested key for a document, after the app was installed anew or the phone was
/// replaced (mobile-api §2). The request is signed by the new key; its body proves the PIN-protected share, so that a
/// device token alone adopts no phone.
struct ReattestRoutes: Sendable {
    private let stores: Stores
    private let devices: DeviceAuthenticator
    private let limits: RateLimits

    init(stores: Stores, devices: DeviceAuthenticator, limits: RateLimits) {
        self.stores = stores
        self.devices = devices
        self.limits = limits
    }

    var routes: [Route] {
        [Route("POST", "/mobile/reattest") { call throws(ServiceError) in .respond(try reattest(call)) }]
    }

    private func reattest(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let deadline = call.context.storageDeadline
        let device = try devices.authenticate(PhoneClaim(call), key: .any, deadline: deadline)
        guard let attested = call.attestedBy else { throw ServiceError(.attestationRequired) }
        try limits.reattestationsByKey.require(attested.keyText, now: call.context.now)
        let body = try call.json()
        let proof = try field { () throws(FieldError) in try body.base64("proof", bytes: 120) }
        let identity = try field { () throws(FieldError) in
            try body.optionalString("danAuthCode", maxCharacters: 200)
        }.map { KYCReference.of($0) }
        let slot = try field { () throws(FieldError) in
            try body.optionalOneOf("slot", Slot.allCases.map(\.rawValue))
        }
        let key = try key(of: device, among: slot.map { [$0] } ?? Slot.allCases.map(\.rawValue), deadline)
        if !holds("REATTEST/suspended", key.state == .active) { try requireIdentity(identity, key, deadline) }
        let reattestation = Reattestation(
            documentNumber: device.documentNumber, keyId: key.keyId, attestedKey: attested.keyText,
            nonce: attested.nonce)
        try checked { () throws(CryptoError) in try reattestation.check(proof: proof, Q1: key.Q1) }
        let entry = AuditEntry(
            kind: "device.reattested", subject: device.documentNumber,
            detail: [
                "attestedKey": Hex.encode(attested.keyId), "slot": key.slot, "platform": attested.platform,
                "keyState": key.state.rawValue,
            ])
        let outcome = try ServiceError.storing { () throws(StorageError) in
            try stores.attestedKeys.reattest(
                attested.keyId, documentNumber: device.documentNumber, perDay: Limits.reattestationsPerDay,
                audit: entry,
                deadline: deadline)
        }
        switch outcome {
        case .bound: return .json { $0.member("documentNumber", device.documentNumber) }
        case .taken: throw ServiceError(.attestationKeyTaken)
        case .tooMany: throw ServiceError(.rateLimited, retryAfterSeconds: Limits.reattestationsRetrySeconds)
        }
    }

    /// The key whose share is proved: of the slot that the phone names, since it alone knows which of its PINs still
    /// opens something; else AUTH, or SIGN where there is no AUTH or its share is destroyed.
    private func key(
        of device: DeviceIdentity, among slots: [String], _ deadline: StorageDeadline
    ) throws(ServiceError) -> KeyRecord {
        for slot in slots {
            let held = try ServiceError.storing { () throws(StorageError) in
                try stores.keys.load(documentNumber: device.documentNumber, slot: slot, deadline: deadline)
            }
            if let key = held?.key, key.state != .locked { return key }
        }
        throw ServiceError(.keyLocked)
    }

    /// A suspended key may have a copy, which knows x1 and holds the token as its owner does: what it lacks is a proof
    /// of identity. It is the one that the refresh asks for next, and it is not spent here.
    /// - Throws: KEY_SUSPENDED without one, KYC_…
    private func requireIdentity(
        _ reference: String?, _ key: KeyRecord, _ deadline: StorageDeadline
    ) throws(ServiceError) {
        let pointer = "/danAuthCode"
        guard let reference else {
            throw ServiceError(.keySuspended, pointer: pointer, expected: "a fresh proof of identity")
        }
        let proof = try ServiceError.storing { () throws(StorageError) in
            try stores.refreshes.proof(
                state: reference, documentNumber: key.documentNumber, slot: key.slot, deadline: deadline)
        }
        if let code = RefreshRules.refusal(proof) { throw ServiceError(code, pointer: pointer) }
    }
}
