import Wire

/// The phone's calls about sessions, signing aside (mobile-api.md §5).
public struct MobileSessionRoutes: Sendable {
    private let sessions: SessionService
    private let devices: DeviceAuthenticator
    private let poll: LongPoll

    public init(sessions: SessionService, devices: DeviceAuthenticator, poll: LongPoll) {
        self.sessions = sessions
        self.devices = devices
        self.poll = poll
    }

    public var routes: [Route] {
        [
            Route("GET", "/mobile/pending/{document}") { call throws(ServiceError) in try pending(call) },
            Route("GET", "/mobile/activity/{document}") { call throws(ServiceError) in try activity(call) },
            Route("GET", "/mobile/session/{id}") { call throws(ServiceError) in try details(call) },
            Route("POST", "/mobile/session/{id}/refuse") { call throws(ServiceError) in try refuse(call) },
            Route("POST", "/mobile/session/{id}/certificate-choice") { call throws(ServiceError) in
                try chooseCertificate(call)
            },
        ]
    }

    /// Answers at once without `timeoutMs`; with it, as soon as something waits for this phone. Every look asks again
    /// who is looking, on the same trip to the database.
    private func pending(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let claim = try PhoneClaim(call)
        let document = try call.parameter("document")
        let (sessions, devices) = (self.sessions, self.devices)
        let wait = try devices.judging(
            claim, document: document, deadline: call.context.storageDeadline
        ) { () throws(ServiceError) in
            _ = try sessions.pending(document: document)
            return try LongPoll.milliseconds(call, absent: 0)
        }
        return try poll.answer(
            key: SessionSignals.key(document: document), until: call.context.now.advanced(byMilliseconds: wait),
            call.context
        ) { context throws(ServiceError) in
            let waiting = try devices.authenticate(
                claim, document: document, reading: sessions.pending(document: document),
                deadline: context.storageDeadline
            ).value
            return (PhoneSessionEncoder.pending(waiting), !waiting.isEmpty)
        }
    }

    private func activity(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let deadline = call.context.storageDeadline
        let device = try devices.authenticate(
            call, document: call.parameter("document"), deadline: deadline)
        let limit = try call.queryInteger("limit", in: 1...Limits.activityPage) ?? 20
        let offset = try call.queryInteger("offset", in: 0...Limits.activityOffset) ?? 0
        let lines = try sessions.activity(device, limit: limit, offset: offset, deadline: deadline)
        return .respond(PhoneSessionEncoder.activity(lines))
    }

    private func details(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let deadline = call.context.storageDeadline
        let claim = try PhoneClaim(call)
        let lookup = try devices.judging(claim, deadline: deadline) { () throws(ServiceError) in
            try sessions.lookup(id: call.parameter("id"), tokenHash: claim.tokenHash)
        }
        let found = try devices.authenticate(claim, reading: lookup, deadline: deadline).value
        let session = try sessions.live(found)
        return .respond(PhoneSessionEncoder.details(session, schemeName: sessions.settings.schemeName))
    }

    /// The body has nothing to say: the certificate is that of the document whose token this is.
    private func chooseCertificate(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let deadline = call.context.storageDeadline
        let device = try devices.authenticate(call, deadline: deadline)
        try sessions.chooseCertificate(
            id: call.parameter("id"), by: device, from: call.context.client, deadline: deadline)
        return .respond(
            .json { writer in
                writer.member("state", "COMPLETE")
                writer.member("endResult", "OK")
            })
    }

    private func refuse(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let deadline = call.context.storageDeadline
        let device = try devices.authenticate(call, deadline: deadline)
        let body = try call.json()
        let refusal = try ServiceError.decoding { () throws(FieldError) in try Refusal(body) }
        let endResult = try sessions.refuse(
            id: call.parameter("id"), refusal, by: device, deadline: deadline)
        return .respond(
            .json { writer in
                writer.member("state", "COMPLETE")
                writer.member("endResult", endResult)
            })
    }
}
