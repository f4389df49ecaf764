/// What a commit is judged by before anything is written; read without locks.
public struct CommitRows: Sendable {
    /// As `SessionStore.addressedTo` finds it.
    public let session: SessionRecord?
    /// The document's key of the session's slot.
    public let held: KeyWithCertificate?
    /// Seconds until the key may sign again, as `SigningStore.pause`.
    public let pauseSeconds: Int?
}

extension SigningStore {
    /// The rows for a commit of this document in this session.
    public func commitLookup(sessionId: String, documentNumber: String) -> Lookup<CommitRows> {
        let (session, document) = (Parameter.uuid(sessionId), Parameter.uuid(documentNumber))
        return Lookup(
            SessionStatements.addressedTo(session, document), KeyStore.forSession(document, session),
            SigningStatements.pauseForSession(document, session)
        ) { (results) throws(StorageError) -> CommitRows in
            var found: SessionRecord?
            if var row = results[0].first { found = try SessionRecord(&row) }
            return CommitRows(
                session: found, held: try KeyStore.held(results[1]), pauseSeconds: try Self.pause(results[2]))
        }
    }
}
