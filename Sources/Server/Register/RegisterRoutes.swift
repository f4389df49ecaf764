import Storage
import Wire

/// What is on record about a citizen, for relying parties with PKI_READ (rp-api.md §12): a portal in which citizens see
/// their certificates, their phones and what they have done. Nothing on record is 404, as for an unknown citizen.
///
/// Certificates and phones are the citizen's; of log-ins and signatures a party sees its own and no other's.
struct RegisterRoutes: Sendable {
    private let stores: Stores
    private let parties: RelyingPartyAuthenticator

    init(stores: Stores, parties: RelyingPartyAuthenticator) {
        self.stores = stores
        self.parties = parties
    }

    var routes: [Route] {
        [
            Route("GET", "/certificates/etsi/{person}") { call throws(ServiceError) in
                .respond(try certificates(call))
            },
            Route("GET", "/devices/etsi/{person}") { call throws(ServiceError) in .respond(try devices(call)) },
            Route("GET", "/rp/activity/etsi/{person}") { call throws(ServiceError) in .respond(try activity(call)) },
            Route("GET", "/person/summary/etsi/{person}") { call throws(ServiceError) in
                .respond(try summary(call))
            },
        ]
    }

    private func certificates(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (_, citizen) = try asked(call)
        let list = try read { (store) throws(StorageError) in
            try store.certificates(citizenId: citizen.id, deadline: call.context.storageDeadline)
        }
        guard !list.isEmpty else { throw ServiceError(.certificateNotFound) }
        return RegisterEncoder.certificates(list)
    }

    private func devices(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (_, citizen) = try asked(call)
        let list = try read { (store) throws(StorageError) in
            try store.devices(citizenId: citizen.id, deadline: call.context.storageDeadline)
        }
        guard !list.isEmpty else { throw ServiceError(.deviceNotFound) }
        return RegisterEncoder.devices(list)
    }

    /// A page behind the last one is empty; no session at all is 404.
    private func activity(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (party, citizen) = try asked(call), deadline = call.context.storageDeadline
        let limit = try call.queryInteger("limit", in: 1...Limits.activityPage) ?? 20
        let offset = try call.queryInteger("offset", in: 0...Limits.activityOffset) ?? 0
        let counts = try read { (store) throws(StorageError) in
            try store.sessionCounts(citizenId: citizen.id, relyingPartyId: party.id, deadline: deadline)
        }
        guard counts.authentication + counts.signature > 0 else { throw ServiceError(.sessionNotFound) }
        let list = try read { (store) throws(StorageError) in
            try store.sessions(
                citizenId: citizen.id, relyingPartyId: party.id, limit: limit, offset: offset, deadline: deadline)
        }
        return RegisterEncoder.activity(list, counts)
    }

    private func summary(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (party, citizen) = try asked(call), deadline = call.context.storageDeadline
        return try read { (store) throws(StorageError) in
            RegisterEncoder.summary(
                citizen, certificates: try store.certificates(citizenId: citizen.id, deadline: deadline),
                devices: try store.devices(citizenId: citizen.id, deadline: deadline),
                sessions: try store.sessionCounts(
                    citizenId: citizen.id, relyingPartyId: party.id, deadline: deadline),
                representations: try stores.organisations.represented(citizenId: citizen.id, deadline: deadline).count)
        }
    }

    /// Who asks, its right, and about whom.
    private func asked(_ call: Call) throws(ServiceError) -> (RelyingParty, Citizen) {
        let party = try parties.authenticate(call)
        try party.require(.readRegister)
        let person = try PersonIdentifier(path: call.parameter("person"))
        let citizen = try ServiceError.storing { () throws(StorageError) in
            try stores.citizens.bySemanticId(person.text, deadline: call.context.storageDeadline)
        }
        guard let citizen else { throw ServiceError(.personNotFound) }
        return (party, citizen)
    }

    private func read<T>(_ body: (RegisterStore) throws(StorageError) -> T) throws(ServiceError) -> T {
        try ServiceError.storing { () throws(StorageError) in try body(stores.register) }
    }
}
