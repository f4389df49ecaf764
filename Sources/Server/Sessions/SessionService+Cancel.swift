import Storage
import Wire

extension SessionService {
    /// Ends a session that its relying party no longer waits for: the phone stops showing it, and nothing is signed in
    /// it from now on. One that has ended stays as it is.
    ///
    /// It ends as TIMEOUT, which every client knows; the audit trail says that it was cancelled.
    ///
    /// - Returns: the session afterwards.
    /// - Throws: SESSION_NOT_FOUND as `result`.
    func cancel(id: String, party: String, deadline: StorageDeadline) throws(ServiceError) -> SessionResult {
        let found = try result(id: id, party: party, deadline: deadline)
        guard found.session.state == .running else { return found }
        let completion = SessionCompletion(sessionId: id, endResult: "TIMEOUT", endDetail: "CANCELLED")
        let done = try ServiceError.storing { () throws(StorageError) in
            try stores.sessions.complete(completion, deadline: deadline)
        }
        if done { signals.ended(sessions: [id]) }
        return try result(id: id, party: party, deadline: deadline)
    }
}
