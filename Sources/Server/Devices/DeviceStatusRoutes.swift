import Storage
import Wire

/// `GET /device-status` (mobile-api §5, wire appendix §10): how the phone and its keys stand, also when it may do
/// nothing else any more, and for a phone with a full candidate list whether the server's ratchet is a hash it names.
public struct DeviceStatusRoutes: Sendable {
    private let stores: Stores
    private let devices: DeviceAuthenticator
    private let limits: RateLimits

    init(stores: Stores, devices: DeviceAuthenticator, limits: RateLimits) {
        self.stores = stores
        self.devices = devices
        self.limits = limits
    }

    public var routes: [Route] {
        [Route("GET", "/device-status") { call throws(ServiceError) in .respond(try answer(call)) }]
    }

    private func answer(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let deadline = call.context.storageDeadline
        let device = try devices.device(of: call, deadline: deadline)
        let asked = try RatchetQuery?(call)
        let slots = try ServiceError.storing { () throws(StorageError) in
            try stores.administration.slots(documentNumber: device.documentNumber, deadline: deadline)
        }
        let key = try ServiceError.storing { () throws(StorageError) in
            try stores.attestedKeys.ofDevice(documentNumber: device.documentNumber, deadline: deadline)
        }.first { $0.state == .active && (call.attestedBy.map(\.keyId) ?? $0.keyId) == $0.keyId }
        var matches: Bool?
        if let asked { matches = try match(asked, device, deadline) }
        return Self.encode(device, slots, key, ratchetMatches: matches)
    }

    private func match(
        _ query: RatchetQuery, _ device: Device, _ deadline: StorageDeadline
    ) throws(ServiceError) -> Bool {
        try limits.ratchetQueriesByDocument.require(device.documentNumber, now: .now())
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.administration.ratchetMatches(
                documentNumber: device.documentNumber, slot: query.slot, hash: query.hash, deadline: deadline)
        }
        guard let found else { throw ServiceError(.queryInvalid, expected: "slot: one of this device's") }
        return found
    }

    private static func encode(
        _ device: Device, _ slots: [SlotStatus], _ key: AttestedKeyRecord?, ratchetMatches: Bool?
    ) -> HTTPResponse {
        .json { w in
            w.member("documentNumber", device.documentNumber)
            w.member("state", DeviceStanding(device: device.state, keys: slots.map(\.state)).rawValue)
            // The device as a whole can sign again with its first slot.
            let pauses = slots.map(\.pausedUntil)
            let until = pauses.contains(nil) ? nil : pauses.compactMap { $0 }.min()
            w.memberIfPresent("until", until.map { Timestamp.format(unixSeconds: $0 / 1_000) })
            w.memberArray("slots") { list in
                for slot in slots { list.object { Self.encode(slot, &$0) } }
            }
            if let key { w.memberObject("attestation") { Self.encode(key, &$0) } }
            if let ratchetMatches { w.member("ratchetMatches", ratchetMatches) }
        }
    }

    private static func encode(_ key: AttestedKeyRecord, _ w: inout JSONWriter) {
        w.member("platform", key.platform)
        w.member("environment", key.environment)
        w.member("counter", Int64(key.counter))
        w.member("attestedAt", Timestamp.format(unixSeconds: key.attestedAt / 1_000))
    }

    private static func encode(_ slot: SlotStatus, _ w: inout JSONWriter) {
        w.member("slot", slot.slot)
        w.member("keyId", slot.keyId)
        w.member("epoch", slot.epoch)
        w.member("modulusHash", base64: slot.nHash)
        w.member("state", slot.state.rawValue)
        w.memberIfPresent("refreshedAt", slot.refreshedAt.map { Timestamp.format(unixSeconds: $0 / 1_000) })
        w.memberIfPresent("until", slot.pausedUntil.map { Timestamp.format(unixSeconds: $0 / 1_000) })
    }
}
