import Crypto

extension PhoneRegistry {
    /// Sends every report of a wrong c3 that the server has not acknowledged yet. The shares are destroyed already. One
    /// that is refused for ever, of an epoch that has gone, keeps none back.
    /// - Returns: how many it has taken now
    /// - Throws: the first refusal, once every report was sent
    func sendReports(_ client: PhoneClient, _ loop: RetryLoop) throws(PhoneError) -> Int {
        var taken = 0
        var refusal: PhoneError?
        for record in try registration().slots {
            guard let report = record.lockReport, !report.isAcknowledged else { continue }
            do throws(PhoneError) {
                _ = try loop.run(.report) { () throws(PhoneError) in
                    try client.sign(.finish, session: report.sessionId, body: report.body)
                }
            } catch {
                refusal = refusal ?? error
                continue
            }
            try updateSlot(record.slot) { $0.lockReport?.isAcknowledged = true }
            taken += 1
        }
        if let refusal { throw refusal }
        return taken
    }
}
