import Crypto
import Storage
import Wire

/// What is on record about a citizen as JSON (rp-api.md §12).
enum RegisterEncoder {
    static func certificates(_ list: [RegisteredCertificate]) -> HTTPResponse {
        .json { writer in
            certificateCounts(list, &writer)
            writer.memberArray("certificates") { writer in
                for certificate in list { writer.object { self.certificate(certificate, &$0) } }
            }
        }
    }

    static func devices(_ list: [RegisteredDevice]) -> HTTPResponse {
        .json { writer in
            writer.memberArray("devices") { writer in
                for device in list { writer.object { self.device(device, &$0) } }
            }
            writer.member("activeCount", list.count(where: \.isActive))
            writer.member("total", list.count)
        }
    }

    static func activity(
        _ list: [RegisteredSession], _ counts: (authentication: Int, signature: Int)
    ) -> HTTPResponse {
        .json { writer in
            sessionCounts(counts, &writer)
            writer.memberArray("sessions") { writer in
                for session in list { writer.object { self.session(session, &$0) } }
            }
            writer.member("total", counts.authentication + counts.signature)
        }
    }

    static func summary(
        _ citizen: Citizen, certificates: [RegisteredCertificate], devices: [RegisteredDevice],
        sessions: (authentication: Int, signature: Int), representations: Int
    ) -> HTTPResponse {
        .json { writer in
            writer.member("givenName", citizen.givenName)
            writer.member("surname", citizen.surname)
            writer.memberObject("certificates") { certificateCounts(certificates, &$0) }
            writer.memberObject("activity") { sessionCounts(sessions, &$0) }
            writer.member("devicesActive", devices.count(where: \.isActive))
            writer.member("devicesTotal", devices.count)
            writer.member("representationCount", representations)
        }
    }

    private static func certificateCounts(_ list: [RegisteredCertificate], _ writer: inout JSONWriter) {
        writer.memberObject("counts") { writer in
            for (name, status) in [
                ("valid", RegisteredCertificate.Status.valid), ("revoked", .revoked), ("expired", .expired),
                ("suspended", .suspended),
            ] { writer.member(name, list.count { $0.status == status }) }
            writer.member("total", list.count)
        }
    }

    private static func sessionCounts(
        _ counts: (authentication: Int, signature: Int), _ writer: inout JSONWriter
    ) {
        writer.memberObject("counts") { writer in
            writer.member("authentication", counts.authentication)
            writer.member("signature", counts.signature)
        }
    }

    private static func certificate(_ certificate: RegisteredCertificate, _ writer: inout JSONWriter) {
        writer.member("documentNumber", certificate.documentNumber)
        writer.member("type", certificate.slot)
        writer.member("serialNumber", certificate.serial)
        writer.member("certificateLevel", certificate.level)
        writer.member("status", certificate.status.rawValue)
        writer.member("notBefore", Timestamp.format(unixSeconds: certificate.notBefore / 1_000))
        writer.member("notAfter", Timestamp.format(unixSeconds: certificate.notAfter / 1_000))
        writer.memberIfPresent("issuerDn", try? CertificateInspector.issuerText(certificate.der))
    }

    /// The platform by the name of its push service, as clients know it.
    private static func device(_ device: RegisteredDevice, _ writer: inout JSONWriter) {
        writer.member("documentNumber", device.documentNumber)
        writer.member("platform", device.platform == "ios" ? "APNS" : "FCM")
        writer.member("enrolledAt", Timestamp.format(unixSeconds: device.enrolledAt / 1_000))
        writer.member("active", device.isActive)
        writer.memberIfPresent(
            "deactivatedAt", device.deactivatedAt.map { Timestamp.format(unixSeconds: $0 / 1_000) })
    }

    private static func session(_ session: RegisteredSession, _ writer: inout JSONWriter) {
        writer.member("sessionId", session.sessionId)
        writer.member("flow", session.flow)
        writer.member("outcome", session.endResult ?? "RUNNING")
        let text = Interactions.displayText(of: session.interactions, used: session.interactionTypeUsed)
        writer.memberIfPresent("docText", text)
        writer.member("timestamp", Timestamp.format(unixSeconds: session.timestamp / 1_000))
    }
}
