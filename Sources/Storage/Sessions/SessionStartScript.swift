/// What the start of a session by a document's number asks of the database, as SQL text: so that it can be measured
/// without this program (`tamga bench requests`).
public struct SessionStartScript: Sendable {
    /// The statements that travel together, trip by trip.
    public let trips: [[String]]

    /// - Parameters:
    ///   - secretHash: of the relying party
    ///   - session: one that was addressed to a document; its id, citizen and document are replaced
    ///   - limits: how many the citizen may have open
    ///   - document: SQL expression of the document's number
    ///   - citizen: SQL expression of its citizen's id
    public init(
        secretHash: [UInt8], session: NewSession, limits: OpenSessionLimits, document: String, citizen: String
    ) {
        let creation = SessionStore.creation(session, limits)
        trips = [
            [RelyingPartyStore.byHash(.bytes(secretHash)).text()],
            [DeviceStore.byNumber(.uuid(nil)).text(replacing: [1: document])],
            [KeyStore.ofCitizen(.uuid(nil), .text(session.slot)).text(replacing: [1: citizen])],
            [
                creation[0].text(replacing: [1: citizen, 2: document]),
                creation[1].text(replacing: [1: "gen_random_uuid()", 6: citizen, 7: document]),
            ],
        ]
    }
}
