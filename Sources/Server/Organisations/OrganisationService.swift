import Crypto
import Storage
import Wire

/// Organisations and who may act for them (rp-api.md §10).
struct OrganisationService: Sendable {
    let stores: Stores
    let sessions: SessionService
    let random: any RandomSource

    /// A relying party and the citizen in whose name it asks, who has logged in there.
    struct Asking: Sendable {
        let party: RelyingParty
        let citizen: Citizen

        var act: OrganisationAct { OrganisationAct(relyingPartyId: party.id, citizenId: citizen.id) }
    }

    /// Who asks, if the citizen has logged in through this party in the last 24 hours. One who is not known cannot
    /// have: who is enrolled is not told.
    ///
    /// - Throws: RECENT_LOGIN_REQUIRED
    func asking(
        _ person: PersonIdentifier, through party: RelyingParty, deadline: StorageDeadline
    ) throws(ServiceError) -> Asking {
        let citizen = try ServiceError.storing { () throws(StorageError) -> Citizen? in
            guard let citizen = try stores.citizens.bySemanticId(person.text, deadline: deadline),
                try stores.organisations.hasLoggedIn(
                    citizenId: citizen.id, relyingPartyId: party.id, deadline: deadline)
            else { return nil }
            return citizen
        }
        guard let citizen else { throw ServiceError(.recentLoginRequired) }
        return Asking(party: party, citizen: citizen)
    }

    /// Whom the citizen may represent now.
    func represented(_ asking: Asking, deadline: StorageDeadline) throws(ServiceError) -> [Standing] {
        try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.represented(citizenId: asking.citizen.id, deadline: deadline)
        }
    }

    /// Stores what the register says of an organisation and this citizen.
    ///
    /// - Throws: REPRESENTATION_DENIED when the register does not name the citizen; ORG_NOT_ACTIVE
    func link(_ body: LinkBody, _ asking: Asking, deadline: StorageDeadline) throws(ServiceError) {
        let numbers = [asking.citizen.registrationNumber, asking.citizen.civilID]
        guard let own = body.affiliates.first(where: { numbers.contains($0.registrationNumber) }) else {
            throw ServiceError(
                .representationDenied, pointer: "/affiliates", expected: "the register number of the person in the path"
            )
        }
        let standing = try standing(body.organisation, asking.citizen.id, deadline)
        if standing?.organisation.isActive == false { throw ServiceError(.orgNotActive) }
        let new = NewRepresentation(
            id: newID(), register: body.organisation.register, citizenId: asking.citizen.id, role: own.role,
            rightType: RepresentationRules.right(of: own.kind))
        let withdrawn = try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.link(
                new, name: body.name, nameLatin: body.nameLatin, days: Limits.representationDays, by: asking.act,
                deadline: deadline)
        }
        ended(withdrawn)
    }

    /// The citizen gives up the own right.
    ///
    /// - Throws: ORG_NOT_FOUND, REPRESENTATION_DENIED when there is none
    func unlink(
        _ organisation: OrganisationIdentifier, _ asking: Asking, deadline: StorageDeadline
    ) throws(ServiceError) {
        guard let standing = try standing(organisation, asking.citizen.id, deadline) else {
            throw ServiceError(.orgNotFound)
        }
        guard let own = standing.representation else { throw ServiceError(.representationDenied) }
        try end(own, asking, deadline)
    }

    /// Names the organisation in Latin letters.
    ///
    /// - Throws: what `RepresentationRules.managementRefusal` says
    func name(
        _ organisation: OrganisationIdentifier, _ nameLatin: String, _ asking: Asking, deadline: StorageDeadline
    ) throws(ServiceError) {
        let standing = try standing(organisation, asking.citizen.id, deadline)
        if let code = RepresentationRules.managementRefusal(standing) { throw ServiceError(code) }
        _ = try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.setNameLatin(
                register: organisation.register, nameLatin, by: asking.act, deadline: deadline)
        }
    }

    func standing(
        _ organisation: OrganisationIdentifier, _ citizenId: String, _ deadline: StorageDeadline
    ) throws(ServiceError) -> Standing? {
        try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.standing(
                register: organisation.register, citizenId: citizenId, deadline: deadline)
        }
    }

    /// Ends a right, and the question whether somebody takes it over.
    func end(
        _ representation: Representation, _ asking: Asking, _ deadline: StorageDeadline
    ) throws(ServiceError) {
        let withdrawn = try ServiceError.storing { () throws(StorageError) in
            try stores.organisations.revoke(representation: representation.id, by: asking.act, deadline: deadline)
        }
        ended(withdrawn ?? [])
    }

    /// Tells those who wait for sessions that were withdrawn.
    func ended(_ withdrawn: [String]) {
        if !withdrawn.isEmpty { sessions.signals.ended(sessions: withdrawn) }
    }

    func newID() -> String { RandomUUID.make(random) }
}
