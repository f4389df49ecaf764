import Crypto
import Glibc
import Storage
import Synchronization
import Wire

/// Exchanges receipts that are due, one after the other, in the background. Several processes share the work: each
/// takes a receipt by a lease in the database. When the service at the other end does not answer, asks to wait, or
/// refuses the credentials, this process asks it nothing for a while.
final class RiskMetricTask: Sendable {
    private let stores: Stores
    private let exchange: RiskMetricExchange
    private let caller: any OutgoingCaller
    private let outcomes: Counter
    private let logger: Logger
    /// Unix seconds.
    private let quietUntil = Mutex<Int64>(0)

    init(
        stores: Stores, exchange: RiskMetricExchange, caller: any OutgoingCaller, metrics: Metrics, logger: Logger
    ) {
        self.stores = stores
        self.exchange = exchange
        self.caller = caller
        self.logger = logger
        outcomes = metrics.counter(
            "tamga_risk_exchanges_total", help: "Receipts that were to be exchanged for a risk metric, by outcome.",
            labels: ["outcome"])
    }

    /// One turn: ends with what is due, with the bound, or with an answer that says to wait.
    func turn() throws(StorageError) {
        let end = MonotonicTime.now().advanced(byMilliseconds: Limits.riskTurnMilliseconds)
        for _ in 0..<Limits.riskExchangesPerTurn {
            guard now >= quietUntil.withLock({ $0 }), MonotonicTime.now() < end else { return }
            let lease = try stores.receipts.lease(
                team: exchange.key.teamID, seconds: Limits.riskLeaseSeconds, deadline: deadline)
            guard let lease else { return }
            let outcome = outcome(of: lease)
            try stores.receipts.settle(lease, outcome, deadline: deadline)
        }
    }

    private var now: Int64 { Int64(time(nil)) }
    private var deadline: StorageDeadline { StorageDeadline(milliseconds: 2_000) }

    private func outcome(of lease: LeasedReceipt) -> ReceiptOutcome {
        guard let stored = try? AppAttestReceipt(stored: lease.receipt), stored.appID == lease.appId,
            let environment = AppAttestEnvironment.allCases.first(where: { $0.name == lease.environment })
        else { return ended("UNREADABLE") }
        guard now < stored.expiresAt / 1_000 else { return ended("EXPIRED") }
        guard holds("RISK/not-before", RiskMetricExchange.isDue(stored, now: now)) else {
            return .postponed(due: stored.notBefore ?? (now + RiskMetricExchange.day) * 1_000)
        }
        let answer: OutgoingResponse?
        do { answer = try ask(stored, environment) } catch let error as OutgoingError {
            outcomes.add(1, [error.rawValue])
            answer = nil
        } catch { return ended("UNREADABLE") }
        let decision = exchange.decision(
            status: answer?.status, body: answer?.body ?? [],
            retryAfter: answer?.headers["Retry-After"].flatMap { Int64($0) }, stored: stored,
            publicKey: lease.publicKey, now: now)
        return apply(decision, stored, status: answer?.status)
    }

    private func ask(
        _ receipt: AppAttestReceipt, _ environment: AppAttestEnvironment
    ) throws -> OutgoingResponse {
        let request = try exchange.request(for: receipt, environment: environment, now: now)
        guard let url = OutgoingURL(request.url) else { throw OutgoingError.broken }
        return try caller.send(
            OutgoingRequest(
                url,
                headers: [
                    (name: "Authorization", value: request.authorization),
                    (name: "Content-Type", value: "application/octet-stream"),
                ], body: request.body, responseLimit: Limits.riskAnswerBytes))
    }

    private func apply(
        _ decision: RiskMetricDecision, _ stored: AppAttestReceipt, status: Int?
    ) -> ReceiptOutcome {
        switch decision {
        case .replace(let receipt):
            outcomes.add(1, ["replaced"])
            let due = max(
                receipt.notBefore ?? (now + RiskMetricExchange.day) * 1_000, (now + RiskMetricExchange.pause) * 1_000)
            return .replaced(
                receipt: receipt.encoding, metric: receipt.riskMetric ?? 0, measuredAt: receipt.createdAt, due: due)
        case .askAgain(let moment):
            if status != nil { outcomes.add(1, [status == 304 ? "not_yet" : "busy"]) }
            // 304 is about this receipt; everything else is about the service.
            if status != 304 { wait(until: moment) }
            return .postponed(due: moment * 1_000)
        case .receiptRefused: return ended("REFUSED")
        case .forgotten: return ended("FORGOTTEN")
        case .credentialsRefused:
            outcomes.add(1, ["credentials_refused"])
            logger.log(.error, "the attestation service refuses the key for the risk metric")
            wait(until: now + RiskMetricExchange.pause)
            return .postponed(due: (now + RiskMetricExchange.pause) * 1_000)
        case .answerRefused(let error):
            outcomes.add(1, ["answer_refused"])
            logger.log(
                .warning, "the attestation service answered with no receipt of this key",
                [.cause(FailureCause(.invariant, name: error.rawValue))])
            return .postponed(due: (now + RiskMetricExchange.day) * 1_000)
        }
    }

    private func ended(_ reason: String) -> ReceiptOutcome {
        outcomes.add(1, [reason.lowercased()])
        return .ended(reason: reason)
    }

    private func wait(until moment: Int64) { quietUntil.withLock { $0 = max($0, moment) } }
}
