import Storage
import Wire

/// What relying parties call to ask a citizen and to learn the answer (rp-api.md §3 and §4).
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
            start(.authentication, .notification, .etsi), start(.authentication, .notification, .document),
            start(.authentication, .deviceLink, .anonymous), start(.authentication, .deviceLink, .etsi),
            start(.authentication, .deviceLink, .document),
            start(.signature, .notification, .etsi), start(.signature, .notification, .document),
            start(.signature, .deviceLink, .etsi), start(.signature, .deviceLink, .document),
            Route("GET", "/session/{id}") { call throws(ServiceError) in try result(call) },
        ]
    }

    /// Whom a path names, and how it ends. The raw value is the segment.
    private enum Addressing: String {
        case etsi, document, anonymous

        var path: String {
            switch self {
            case .etsi: "/etsi/{person}"
            case .document: "/document/{document}"
            case .anonymous: "/anonymous"
            }
        }

        func read(_ call: Call) throws(ServiceError) -> SessionAddress {
            switch self {
            case .etsi: .person(try PersonIdentifier(path: call.parameter("person")))
            case .document: .document(try call.parameter("document"))
            case .anonymous: .anyone
            }
        }
    }

    private func start(_ flow: SessionFlow, _ channel: SessionChannel, _ addressing: Addressing) -> Route {
        let path = flow.path + channel.path + addressing.path
        return Route("POST", path) { call throws(ServiceError) in
            let opened = try open(call, flow, channel, addressing)
            return .respond(RelyingPartyEncoder.opened(opened, flow: flow))
        }
    }

    /// Who asks is settled before anything is said about the request, and whose body it is before anything is looked
    /// up in its name.
    private func open(
        _ call: Call, _ flow: SessionFlow, _ channel: SessionChannel, _ addressing: Addressing
    ) throws(ServiceError) -> OpenedSession {
        let deadline = call.context.storageDeadline
        let party = try parties.authenticate(call.request, deadline: deadline)
        let body = try call.json()
        let request = try ServiceError.decoding { () throws(FieldError) in
            try SessionRequestDecoder.decode(body, flow: flow, over: channel, isAnonymous: addressing == .anonymous)
        }
        guard request.relyingPartyUUID == party.id else { throw ServiceError(.relyingPartyUnknown) }
        return try sessions.open(
            request, at: addressing.read(call), over: channel, for: party, body: call.request.body,
            deadline: deadline)
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

extension SessionFlow {
    fileprivate var path: String {
        switch self {
        case .authentication: "/authentication"
        case .signature: "/signature"
        case .certificateChoice: "/signature/certificate-choice"
        }
    }
}

extension SessionChannel {
    fileprivate var path: String { self == .notification ? "/notification" : "/device-link" }
}
