import Crypto
import Storage
import Wire

/// Who else acts for an organisation: named by somebody who may, confirmed by a signature of whom it is about.
extension OrganisationService {
    /// The organisation and those who act for it or are asked to.
    ///
    /// - Throws: what `RepresentationRules.refusal` says of the citizen who asks
    func signers(
        _ organisation: OrganisationIdentifier, _ asking: Asking, deadline: StorageDeadline
    ) throws(ServiceError) -> (organisation: Organisation, signers: [Signer]) {
        let standing = try standing(organisation, asking.citizen.id, deadline)
        if let code = RepresentationRules.refusal(standing) { throw ServiceError(code) }
        guard let standing else { throw ServiceError(.orgNotFound) }
        return (standing.organisation, try all(organisation, asking, deadline))
    }

    /// Gives somebody the right of a manager once they have signed for it, and asks them.
    ///
    /// - Parameter person: register number or civil id
    /// - Throws: what `RepresentationRules.managementRefusal` says; PERSON_NOT_FOUND, CERTIFICATE_NOT_FOUND (404) for
    ///   somebody who is not enrolled; CONFLICT when there is such a right; RATE_LIMITED, SESSION_LIMIT
    func add(
        _ person: String, role: String?, to organisation: OrganisationIdentifier, _ asking: Asking,
        deadline: StorageDeadline
    ) throws(ServiceError) {
        let standing = try manageable(organisation, asking, deadline)
        let signer = try ServiceError.storing { () throws(StorageError) in
            try stores.citizens.bySemanticId(person, deadline: deadline)
        }
        guard let signer else { throw ServiceError(.personNotFound, pointer: "/signerRegNo") }
        let new = NewRepresentation(
            id: newID(), register: organisation.register, citizenId: signer.id, role: role, rightType: .manager)
        let statement = ConfirmationStatement(
            representation: new, organisation: standing.organisation, signer: signer,
            actingCitizenId: asking.citizen.id, relyingPartyId: asking.party.id)
        try ask(statement, asking, deadline) { (session, limits) throws(StorageError) in
            try stores.organisations.addSigner(
                new, asking: session, limits: limits, by: asking.act, deadline: deadline)
        }
    }

    /// Asks somebody again who has not confirmed yet; the question before is withdrawn.
    ///
    /// - Throws: as `add`; CONFLICT when nothing waits for this person
    func askAgain(
        _ person: PersonIdentifier, of organisation: OrganisationIdentifier, _ asking: Asking,
        deadline: StorageDeadline
    ) throws(ServiceError) {
        let standing = try manageable(organisation, asking, deadline)
        let found = try signer(person, of: organisation, asking, deadline)
        guard found.representation.state == .pending else { throw ServiceError(.conflict) }
        let statement = ConfirmationStatement(
            representation: NewRepresentation(
                id: found.representation.id, register: organisation.register, citizenId: found.citizen.id,
                role: found.representation.role, rightType: found.representation.rightType),
            organisation: standing.organisation, signer: found.citizen, actingCitizenId: asking.citizen.id,
            relyingPartyId: asking.party.id)
        try ask(statement, asking, deadline) { (session, limits) throws(StorageError) in
            try stores.organisations.askAgain(
                representation: found.representation.id, by: session, limits: limits, act: asking.act,
                deadline: deadline)
        }
    }

    /// Takes somebody's right away.
    ///
    /// - Throws: PERSON_NOT_FOUND for who has none; what `RepresentationRules.removalRefusal` says
    func remove(
        _ person: PersonIdentifier, from organisation: OrganisationIdentifier, _ asking: Asking,
        deadline: StorageDeadline
    ) throws(ServiceError) {
        let standing = try standing(organisation, asking.citizen.id, deadline)
        guard standing?.representation != nil else {
            throw ServiceError(RepresentationRules.refusal(standing) ?? .representationDenied)
        }
        let found = try signer(person, of: organisation, asking, deadline)
        if let code = RepresentationRules.removalRefusal(of: found.representation, by: standing) {
            throw ServiceError(code)
        }
        try end(found.representation, asking, deadline)
    }

    private func manageable(
        _ organisation: OrganisationIdentifier, _ asking: Asking, _ deadline: StorageDeadline
    ) throws(ServiceError) -> Standing {
        let standing = try standing(organisation, asking.citizen.id, deadline)
        if let code = RepresentationRules.managementRefusal(standing) { throw ServiceError(code) }
        guard let standing else { throw ServiceError(.orgNotFound) }
        return standing
    }

    private func all(
        _ organisation: OrganisationIdentifier, _ asking: Asking, _ deadline: StorageDeadline
    ) throws(ServiceError) -> [Signer] {
        try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.signers(
                register: organisation.register, relyingPartyId: asking.party.id, deadline: deadline)
        }
    }

    private func signer(
        _ person: PersonIdentifier, of organisation: OrganisationIdentifier, _ asking: Asking,
        _ deadline: StorageDeadline
    ) throws(ServiceError) -> Signer {
        let found = try all(organisation, asking, deadline).first { signer in
            [signer.citizen.registrationNumber, signer.citizen.civilID].contains(person.text)
        }
        guard let found else { throw ServiceError(.personNotFound) }
        return found
    }

    /// Opens the session in which the signer confirms, together with what `store` stores, and wakes their phones.
    private func ask(
        _ statement: ConfirmationStatement, _ asking: Asking, _ deadline: StorageDeadline,
        _ store: (NewSession, OpenSessionLimits) throws(StorageError) -> SignerOutcome
    ) throws(ServiceError) {
        let documents = try sessions.admitConfirmation(by: statement.signer, for: asking.party, deadline)
        let session = sessions.confirmation(statement, for: asking.party)
        let limits = sessions.settings.openSessions.of(asking.party.settings.openSessions)
        let outcome = try ServiceError.storing { () throws(StorageError) in try store(session, limits) }
        switch outcome {
        case .added(let withdrawn):
            ended(withdrawn)
            sessions.signals.pending(documents: documents)
        case .exists, .notPending: throw ServiceError(.conflict)
        case .sessionLimit:
            throw ServiceError(.sessionLimit, retryAfterSeconds: Limits.openSessionsRetrySeconds)
        }
    }
}
