import Crypto

extension PhoneRegistry {
    /// Sends every report of a wrong c3 that the server has not acknowledged yet. The shares are destroyed already.
    /// - Returns: how many it has taken now
    func sendReports(_ client: PhoneClient, _ loop: RetryLoop) throws(PhoneError) -> Int {
        var taken = 0
        for record in try registration().slots {
            guard let report = record.lockReport, !report.isAcknowledged else { continue }
            _ = try loop.run(.report) { () throws(PhoneError) in
                try client.sign(.finish, session: report.sessionId, body: report.body)
            }
            try updateSlot(record.slot) { $0.lockReport?.isAcknowledged = true }
            taken += 1
        }
        return taken
    }
}
