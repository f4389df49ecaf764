import Crypto
import Storage
import Wire

/// Sessions that the service itself opens, under the name of the relying party that has caused it.
extension SessionService {
    /// The phones on which somebody can confirm; counted as any other question of the party to them.
    ///
    /// - Throws: CERTIFICATE_NOT_FOUND, RATE_LIMITED
    func admitConfirmation(
        by signer: Citizen, for party: RelyingParty, _ deadline: StorageDeadline
    ) throws(ServiceError) -> [String] {
        try limits.sessionsByParty.require(party.id, now: .now(), perMinute: party.settings.sessionsPerMinute)
        let documents = try documents(
            of: Addressee(citizenId: signer.id, document: nil), slot: SessionFlow.signature.slot, level: .advanced,
            deadline)
        try limits.requirePrompt(by: party, for: signer.id, on: documents)
        return documents
    }

    /// The session in which somebody signs a statement. The party did not make its request: it is the statement.
    func confirmation(_ statement: ConfirmationStatement, for party: RelyingParty) -> NewSession {
        var session = NewSession(
            id: newID(), relyingPartyId: party.id, flow: SessionFlow.signature.rawValue,
            slot: SessionFlow.signature.slot, signatureProtocol: "RAW_DIGEST_SIGNATURE",
            citizenId: statement.signer.id, relyingPartyName: party.name, registeredName: party.name,
            interactions: statement.interactions, digest: statement.digest, hashType: "SHA-256",
            flowType: "Notification", certificateLevel: CertificateLevel.advanced.rawValue,
            requestJSON: statement.json, lifetimeMilliseconds: settings.lifetimeMilliseconds)
        session.confirms = statement.representation.id
        return session
    }

    /// Whether a citizen may act for an organisation now, and its name.
    ///
    /// - Throws: ORG_NOT_FOUND (404); ORG_NOT_ACTIVE, REPRESENTATION_DENIED, REPRESENTATION_PENDING,
    ///   REPRESENTATION_EXPIRED (403); SIGNER_UNIDENTIFIED where nobody is named
    func representation(
        of organisation: OrganisationIdentifier, by citizenId: String?, _ deadline: StorageDeadline
    ) throws(ServiceError) -> (register: String, name: String) {
        guard let citizenId else { throw ServiceError(.signerUnidentified, pointer: "/onBehalfOf") }
        let standing = try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.standing(
                register: organisation.register, citizenId: citizenId, deadline: deadline)
        }
        if let code = RepresentationRules.refusal(standing) { throw ServiceError(code, pointer: "/onBehalfOf") }
        guard let standing else { throw ServiceError(.orgNotFound) }
        return (standing.organisation.register, standing.organisation.name)
    }
}
