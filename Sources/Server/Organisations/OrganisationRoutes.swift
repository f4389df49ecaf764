import Storage
import Wire

/// `/organization/…`: whom a citizen may represent, and who may represent an organisation (rp-api.md §10).
///
/// Every call is in the name of a citizen who has logged in through the calling party in the last 24 hours. What
/// changes anything needs ORG_WRITE besides.
struct OrganisationRoutes: Sendable {
    private let organisations: OrganisationService
    private let parties: RelyingPartyAuthenticator

    init(organisations: OrganisationService, parties: RelyingPartyAuthenticator) {
        self.organisations = organisations
        self.parties = parties
    }

    private static let representations = "/organization/representations/etsi/{person}"
    private static let signers = "/organization/signers/{organisation}/etsi/{person}"

    var routes: [Route] {
        [
            Route("GET", Self.representations) { call throws(ServiceError) in .respond(try list(call)) },
            Route("POST", Self.representations) { call throws(ServiceError) in .respond(try link(call)) },
            Route("DELETE", Self.representations + "/{organisation}") { call throws(ServiceError) in
                .respond(try unlink(call))
            },
            Route("PUT", "/organization/name-latin/{organisation}/etsi/{person}") { call throws(ServiceError) in
                .respond(try name(call))
            },
            Route("GET", Self.signers) { call throws(ServiceError) in .respond(try signers(call, asking(call))) },
            Route("POST", Self.signers) { call throws(ServiceError) in .respond(try add(call)) },
            Route("DELETE", Self.signers) { call throws(ServiceError) in .respond(try remove(call)) },
            Route("POST", Self.signers + "/resend") { call throws(ServiceError) in .respond(try askAgain(call)) },
        ]
    }

    private func list(_ call: Call) throws(ServiceError) -> HTTPResponse {
        try represented(call, asking(call))
    }

    private func link(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let asking = try asking(call, to: .writeOrganisations), json = try call.json()
        let body = try ServiceError.decoding { () throws(FieldError) in try LinkBody(json) }
        try organisations.link(body, asking, deadline: call.context.storageDeadline)
        return try represented(call, asking)
    }

    private func unlink(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let asking = try asking(call, to: .writeOrganisations)
        try organisations.unlink(organisation(call), asking, deadline: call.context.storageDeadline)
        return try represented(call, asking)
    }

    private func name(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let asking = try asking(call, to: .writeOrganisations), json = try call.json()
        let name = try ServiceError.decoding { () throws(FieldError) in
            guard let name = try OrganisationText.latin(json, "nameLatin") else {
                throw json.error("nameLatin", FieldError.Code.missing, expected: "string")
            }
            return name
        }
        try organisations.name(organisation(call), name, asking, deadline: call.context.storageDeadline)
        return try represented(call, asking)
    }

    private func add(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let asking = try asking(call, to: .writeOrganisations), json = try call.json()
        let (person, role) = try ServiceError.decoding { () throws(FieldError) in
            (
                try Affiliate.person(json, "signerRegNo"),
                try OrganisationText.optional(json, "role", Limits.roleCharacters)
            )
        }
        try organisations.add(
            person, role: role, to: organisation(call), asking, deadline: call.context.storageDeadline)
        return try signers(call, asking)
    }

    private func askAgain(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let asking = try asking(call, to: .writeOrganisations)
        try organisations.askAgain(
            signer(call), of: organisation(call), asking, deadline: call.context.storageDeadline)
        return try signers(call, asking)
    }

    /// Who has removed the own right sees the others no more.
    private func remove(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let asking = try asking(call, to: .writeOrganisations), deadline = call.context.storageDeadline
        let organisation = try organisation(call)
        try organisations.remove(signer(call), from: organisation, asking, deadline: deadline)
        guard let standing = try organisations.standing(organisation, asking.citizen.id, deadline),
            standing.representation == nil
        else { return try signers(call, asking) }
        return OrganisationEncoder.signers(standing.organisation, [], asking: asking.citizen)
    }

    // MARK: What calls have in common

    /// Who asks: the party, its right, then the citizen.
    private func asking(
        _ call: Call, to right: RelyingPartyRight? = nil
    ) throws(ServiceError) -> OrganisationService.Asking {
        let party = try parties.authenticate(call)
        try party.require(right)
        return try organisations.asking(
            PersonIdentifier(path: call.parameter("person")), through: party, deadline: call.context.storageDeadline)
    }

    private func organisation(_ call: Call) throws(ServiceError) -> OrganisationIdentifier {
        try OrganisationIdentifier(path: call.parameter("organisation"))
    }

    private func signer(_ call: Call) throws(ServiceError) -> PersonIdentifier {
        guard let text = try call.query()["signer"] else {
            throw ServiceError(.queryInvalid, expected: "signer: a register number")
        }
        return try PersonIdentifier(path: text)
    }

    private func represented(
        _ call: Call, _ asking: OrganisationService.Asking
    ) throws(ServiceError) -> HTTPResponse {
        let list = try organisations.represented(asking, deadline: call.context.storageDeadline)
        return OrganisationEncoder.representations(asking.citizen, list)
    }

    private func signers(_ call: Call, _ asking: OrganisationService.Asking) throws(ServiceError) -> HTTPResponse {
        let (found, signers) = try organisations.signers(
            organisation(call), asking, deadline: call.context.storageDeadline)
        return OrganisationEncoder.signers(found, signers, asking: asking.citizen)
    }
}
