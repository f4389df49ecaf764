import Crypto
import Storage

/// Stored parts of a key, or of one that is coming to be, that do not belong together any more: somebody has changed
/// the database. They are refused, and the operator is told, once a minute for each key (threshold-ecdsa A.5).
struct IntegrityWatch: Sendable {
    private let alerts: Alerts
    private let audit: AuditLog
    private let pace = RateLimiter(perMinute: 1)

    init(alerts: Alerts, audit: AuditLog) {
        self.alerts = alerts
        self.audit = audit
    }

    /// Reads what this service has stored itself: whatever the core refuses of it is damage, and nobody's request.
    /// - Parameters:
    ///   - keyId: also of a key that an enrolment has only reserved
    ///   - documentNumber: the alert's subject
    /// - Throws: INTERNAL with the core's code as its cause
    func reading<T: ~Copyable>(
        _ keyId: String, of documentNumber: String, _ deadline: MonotonicTime, _ body: () throws(CryptoError) -> T
    ) throws(ServiceError) -> T {
        do throws(CryptoError) { return try body() } catch {
            if pace.admit(keyId, now: .now()) == nil {
                try alerts.write(
                    .keyIntegrity, about: documentNumber, ["key": keyId, "check": error.code], to: audit, deadline)
            }
            var failure = ServiceError(.internalFailure)
            failure.cause = FailureCause(error)
            throw failure
        }
    }

    /// Forgets keys that have been quiet.
    func sweep(now: MonotonicTime) { pace.sweep(now: now) }
}
