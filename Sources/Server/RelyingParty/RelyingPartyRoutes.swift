import Storage
import Wire

/// What relying parties call in the notification flows (rp-api.md §3 and §4).
public struct RelyingPartyRoutes: Sendable {
    private let sessions: SessionService
    private let parties: RelyingPartyAuthenticator
    private let poll: LongPoll

    public init(sessions: SessionService, parties: RelyingPartyAuthenticator, poll: LongPoll) {
        self.sessions = sessions
        self.parties = parties
        self.poll = poll
    }

    public var routes: [Route] {
        [
            start("/authentication/notification", .authentication, person: true),
            start("/authentication/notification", .authentication, person: false),
            start("/signature/notification", .signature, person: true),
            start("/signature/notification", .signature, person: false),
            Route("GET", "/session/{id}") { call throws(ServiceError) in try result(call) },
        ]
    }

    private func start(_ path: String, _ flow: SessionFlow, person: Bool) -> Route {
        Route("POST", path + (person ? "/etsi/{person}" : "/document/{document}")) { call throws(ServiceError) in
            let opened = try open(call, flow) { () throws(ServiceError) in
                guard person else { return .document(try call.parameter("document")) }
                return .person(try PersonIdentifier(path: call.parameter("person")))
            }
            return .respond(RelyingPartyEncoder.opened(opened))
        }
    }

    /// Who asks is settled before anything is said about the request, and whose body it is before anything is looked
    /// up in its name.
    private func open(
        _ call: Call, _ flow: SessionFlow, at address: () throws(ServiceError) -> SessionAddress
    ) throws(ServiceError) -> OpenedSession {
        let deadline = call.context.storageDeadline
        let party = try parties.authenticate(call.request, deadline: deadline)
        let body = try call.json()
        let request = try ServiceError.decoding { () throws(FieldError) in
            try SessionRequestDecoder.decode(body, flow: flow)
        }
        guard request.relyingPartyUUID == party.id else { throw ServiceError(.relyingPartyUnknown) }
        return try sessions.open(
            request, at: address(), for: party, body: call.request.body, deadline: deadline)
    }

    private func result(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let party = try parties.authenticate(call.request, deadline: call.context.storageDeadline)
        let wait = try LongPoll.milliseconds(call, absent: Limits.pollDefaultMilliseconds)
        let id = try call.parameter("id")
        let (sessions, partyId) = (self.sessions, party.id)
        return try poll.answer(
            key: SessionSignals.key(session: id), until: call.context.now.advanced(byMilliseconds: wait), call.context
        ) { context throws(ServiceError) in
            let found = try sessions.result(id: id, party: partyId, deadline: context.storageDeadline)
            return (try RelyingPartyEncoder.result(found), found.session.state == .complete)
        }
    }
}
