import Server
import Storage
import Wire

/// Devices as an operator reads them, for people or as JSON.
struct DeviceReport {
    let stores: Stores
    let isJSON: Bool
    /// Alerts and acts that are shown of one device.
    private static let events = 20

    /// - Parameter outcomes: what was just done, by document number
    func print(_ devices: [Device], outcomes: [String: DeviceChange]) throws {
        let deadline = StorageDeadline(milliseconds: 10_000)
        let details = try devices.map { device in
            Detail(
                device: device,
                slots: try stores.administration.slots(documentNumber: device.documentNumber, deadline: deadline),
                keys: try stores.attestedKeys.ofDevice(
                    documentNumber: device.documentNumber, deadline: deadline),
                events: try stores.audit.ofDevice(
                    documentNumber: device.documentNumber, limit: Self.events, deadline: deadline),
                outcome: outcomes[device.documentNumber])
        }
        if isJSON {
            var w = JSONWriter()
            w.object { w in
                w.memberArray("devices") { list in for detail in details { list.object { detail.write(&$0) } } }
            }
            Swift.print(String(decoding: w.bytes, as: UTF8.self))
        } else {
            Swift.print(details.map(\.text).joined(separator: "\n\n"))
        }
    }

    private struct Detail {
        let device: Device
        let slots: [SlotStatus]
        /// Attested keys, newest first.
        let keys: [AttestedKeyRecord]
        let events: [AuditRecord]
        let outcome: DeviceChange?

        var standing: DeviceStanding { DeviceStanding(device: device.state, keys: slots.map(\.state)) }

        var text: String {
            var lines = [
                "document  \(device.documentNumber)  \(standing.rawValue)",
                "citizen   \(device.citizenId)",
                "phone     \(device.name) (\(device.platform)), enrolled \(Self.time(device.createdAt))",
            ]
            for slot in slots {
                lines.append(
                    "\(slot.slot)      \(slot.state.rawValue)  epoch \(slot.epoch)"
                        + (slot.refreshedAt.map { " since \(Self.time($0))" } ?? "") + ", counter \(slot.signCounter), "
                        + "failed \(slot.failures) in 30 days, unknown \(slot.unknown) in 24 h"
                        + (slot.pausedUntil.map { ", paused until \(Self.time($0))" } ?? ""))
            }
            for key in keys {
                lines.append(
                    "attested  \(key.state.rawValue)  \(key.platform), \(key.environment), \(key.appId), "
                        + "counter \(key.counter), since \(Self.time(key.attestedAt))"
                        + (Self.risk(of: key).map { ", risk \($0.metric) of \(Self.time($0.at))" } ?? "")
                        + (key.receiptEnded.map { ", receipt \($0)" } ?? ""))
            }
            if keys.isEmpty { lines.append("attested  never") }
            for event in events { lines.append("\(Self.time(event.at))  \(event.kind)  \(event.detailJSON)") }
            if let outcome { lines.append(outcome.text) }
            for slot in slots where slot.state == .locked && outcome != nil && device.state != .revoked {
                lines.append(
                    "\(slot.slot) is LOCKED for good and cannot be unlocked: the phone has destroyed its half of the key. "
                        + "The citizen enrols again.")
            }
            return lines.joined(separator: "\n")
        }

        func write(_ w: inout JSONWriter) {
            w.member("documentNumber", device.documentNumber)
            w.member("citizenId", device.citizenId)
            w.member("state", standing.rawValue)
            w.member("platform", device.platform)
            w.member("deviceName", device.name)
            w.member("enrolledAt", Self.time(device.createdAt))
            w.memberArray("slots") { list in for slot in slots { list.object { Self.write(slot, &$0) } } }
            w.memberArray("attestedKeys") { list in for key in keys { list.object { Self.write(key, &$0) } } }
            w.memberArray("events") { list in
                for event in events {
                    list.object { w in
                        w.member("at", Self.time(event.at))
                        w.member("kind", event.kind)
                        w.name("detail")
                        w.value((try? JSONParser.parse(Array(event.detailJSON.utf8))) ?? .null)
                    }
                }
            }
            w.memberIfPresent("outcome", outcome?.name)
        }

        private static func write(_ slot: SlotStatus, _ w: inout JSONWriter) {
            w.member("slot", slot.slot)
            w.member("keyId", slot.keyId)
            w.member("epoch", slot.epoch)
            w.member("state", slot.state.rawValue)
            w.member("signCounter", slot.signCounter)
            w.member("failedIn30Days", slot.failures)
            w.member("unknownIn24Hours", slot.unknown)
            w.memberIfPresent("refreshedAt", slot.refreshedAt.map(Self.time))
            w.memberIfPresent("pausedUntil", slot.pausedUntil.map(Self.time))
        }

        private static func write(_ key: AttestedKeyRecord, _ w: inout JSONWriter) {
            w.member("keyId", base64: key.keyId)
            w.member("state", key.state.rawValue)
            w.member("platform", key.platform)
            w.member("environment", key.environment)
            w.member("appId", key.appId)
            w.member("counter", Int64(key.counter))
            w.member("attestedAt", Self.time(key.attestedAt))
            if let risk = Self.risk(of: key) {
                w.member("riskMetric", risk.metric)
                w.member("riskMeasuredAt", Self.time(risk.at))
            }
            w.memberIfPresent("receiptEnded", key.receiptEnded)
        }

        private static func risk(of key: AttestedKeyRecord) -> (metric: Int64, at: Int64)? {
            guard let metric = key.riskMetric, let at = key.riskMeasuredAt else { return nil }
            return (metric, at)
        }

        private static func time(_ milliseconds: Int64) -> String {
            Timestamp.format(unixSeconds: milliseconds / 1_000)
        }
    }
}

extension DeviceChange {
    /// Whether the device is now as it was asked for.
    var isDone: Bool {
        switch self {
        case .changed, .unchanged: true
        case .unknown, .revoked, .locked, .copyExists: false
        }
    }

    /// A stable word for programs.
    var name: String {
        switch self {
        case .changed: "CHANGED"
        case .unchanged: "UNCHANGED"
        case .unknown: "UNKNOWN"
        case .revoked: "REVOKED"
        case .locked: "LOCKED"
        case .copyExists: "COPY_EXISTS"
        }
    }

    var text: String {
        switch self {
        case .changed(let ended): "done; sessions ended with it: \(ended.count)"
        case .unchanged: "nothing to change"
        case .unknown: "refused: there is no such device"
        case .revoked: "refused: the device is revoked, for good; the citizen enrols again"
        case .locked: "refused: every key of the device is LOCKED for good; the citizen enrols again"
        case .copyExists:
            "refused: a copy of this phone signs, and both hold this key. The citizen proves his identity and refreshes "
                + "both keys with that proof, or the device is revoked and he enrols again"
        }
    }
}
