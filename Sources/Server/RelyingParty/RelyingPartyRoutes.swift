import Storage
import Wire

/// What relying parties call to ask a citizen and to learn the answer (rp-api.md §3 and §4).
public struct RelyingPartyRoutes: Sendable {
    private let sessions: SessionService
    private let parties: RelyingPartyAuthenticator
    private let poll: LongPoll
    private let ended: EndedSessions

    init(sessions: SessionService, parties: RelyingPartyAuthenticator, poll: LongPoll, ended: EndedSessions) {
        self.sessions = sessions
        self.parties = parties
        self.poll = poll
        self.ended = ended
    }

    public var routes: [Route] {
        SessionStart.all.map(route) + [
            Route("GET", "/session/{id}", atOnce: { call throws(ServiceError) in try remembered(call) }) {
                call throws(ServiceError) in try result(call)
            },
            Route("DELETE", "/session/{id}") { call throws(ServiceError) in .respond(try cancel(call)) },
        ]
    }

    private func route(_ start: SessionStart) -> Route {
        Route("POST", start.template) { call throws(ServiceError) in
            .respond(RelyingPartyEncoder.opened(try open(call, start), flow: start.flow))
        }
    }

    /// Who asks is settled before anything is said about the request, and whose body it is before anything is looked
    /// up in its name.
    private func open(_ call: Call, _ start: SessionStart) throws(ServiceError) -> OpenedSession {
        let (party, caller, body) = try parties.authenticateNamed(call)
        try party.require(start.right)
        let request = try ServiceError.decoding { () throws(FieldError) in
            guard party.settings.acceptsFlatBodies, start.hasFlatDialect, FlatRequestDecoder.isFlat(body) else {
                return try SessionRequestDecoder.decode(body, for: start)
            }
            return try FlatRequestDecoder.decode(body, raw: call.request.body, for: start)
        }
        try party.require(uuid: request.relyingPartyUUID, name: request.relyingPartyName, of: caller)
        return try sessions.open(
            request, at: start.address(call), over: start.channel, for: party, body: call.request.body,
            deadline: call.context.storageDeadline)
    }

    private func cancel(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let deadline = call.context.storageDeadline
        let caller = try parties.caller(call)
        let id = try parties.judging(caller, deadline: deadline) { () throws(ServiceError) in
            try sessions.sessionId(call.parameter("id"))
        }
        let (party, _) = try parties.authenticate(
            caller, session: id, reading: sessions.lookup(id: id, of: caller), deadline: deadline)
        return try RelyingPartyEncoder.result(sessions.cancel(id: id, party: party.id, deadline: deadline))
    }

    /// What the same party has read a moment ago; nil leaves the request to `result`.
    private func remembered(_ call: Call) throws(ServiceError) -> HTTPResponse? {
        guard let entry = ended[try call.parameter("id")] else { return nil }
        let caller = try parties.caller(call)
        guard let (party, response) = entry.open(caller) else { return nil }
        try parties.admitAgain(party, caller)
        _ = try LongPoll.milliseconds(call, absent: Limits.pollDefaultMilliseconds)
        return response
    }

    /// Every look asks again who is looking, on the same trip to the database.
    private func result(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let caller = try parties.caller(call)
        let (sessions, parties, ended) = (self.sessions, self.parties, self.ended)
        let (wait, id) = try parties.judging(
            caller, deadline: call.context.storageDeadline
        ) { () throws(ServiceError) in
            let wait = try LongPoll.milliseconds(call, absent: Limits.pollDefaultMilliseconds)
            return (wait, try sessions.sessionId(call.parameter("id")))
        }
        return try poll.answer(
            key: SessionSignals.key(session: id), until: call.context.now.advanced(byMilliseconds: wait), call.context
        ) { context throws(ServiceError) in
            let deadline = context.storageDeadline, began = ended.now
            let (party, seen) = try parties.authenticate(
                caller, session: id, reading: sessions.lookup(id: id, of: caller), deadline: deadline)
            let found = try sessions.settled(seen, id: id, party: party.id, deadline: deadline)
            let response = try RelyingPartyEncoder.result(found)
            guard found.session.state == .complete else { return (response, false) }
            if let hash = caller.secretHash {
                ended.insert(.init(response, of: party, secretHash: hash, readAt: began), for: id)
            }
            return (response, true)
        }
    }
}
