import Crypto
import Storage
import Wire

/// `POST /mobile/session/{id}/sign/{commit,prove,finish}`.
public struct SigningRoutes: Sendable {
    private let service: SigningService
    private let devices: DeviceAuthenticator
    /// Nil on the internal listener: a relayed request is never relayed again.
    private let relay: SigningRelay?
    private let gate: RelayGate?

    init(
        service: SigningService, relay: SigningRelay?, gate: RelayGate? = nil, devices: DeviceAuthenticator
    ) {
        self.service = service
        self.relay = relay
        self.gate = gate
        self.devices = devices
    }

    public var routes: [Route] {
        [
            Route("POST", "/mobile/session/{id}/sign/commit") { call throws(ServiceError) in
                .respond(try commit(call))
            },
            Route("POST", "/mobile/session/{id}/sign/prove") { call throws(ServiceError) in
                .respond(try prove(call))
            },
            Route("POST", "/mobile/session/{id}/sign/finish") { call throws(ServiceError) in
                .respond(try finish(call))
            },
        ]
    }

    /// Only what a replica may pass on.
    var relayedRoutes: [Route] {
        [Route("POST", "/mobile/session/{id}/sign/prove") { call throws(ServiceError) in .respond(try prove(call)) }]
    }

    private func commit(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let claim = try claim(of: call), deadline = call.context.storageDeadline
        let (session, body) = try devices.judging(claim, deadline: deadline) { () throws(ServiceError) in
            (try sessionId(of: call), try CommitBody(call.json(), raw: call.request.body))
        }
        let lookup = service.stores.signing.commitLookup(sessionId: session, documentNumber: body.documentNumber)
        let (device, rows) = try devices.authenticate(claim, reading: lookup, deadline: deadline)
        guard holds("DOCUMENT_NOT_FOUND/commit", body.documentNumber == device.documentNumber) else {
            throw ServiceError(.documentNotFound, pointer: "/documentNumber")
        }
        return respond(
            try service.commit(
                body, sessionId: session, rows, from: call.context.client, deadline: call.context.deadline))
    }

    private func prove(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (body, row) = try load(call, ProveBody.attempt, for: .active)
        guard row.attempt.ownerBoot == service.bootId || row.attempt.state != .committed else {
            return try passOn(call, row)
        }
        return respond(
            try service.prove(body, rawBody: call.request.body, row: row, deadline: call.context.deadline))
    }

    /// A prove for an attempt that another process holds.
    private func passOn(_ call: Call, _ row: Storage.SigningContext) throws(ServiceError) -> HTTPResponse {
        try service.requireLive(row, call.context.deadline)
        if row.attempt.isOwnerAlive {
            guard let relay else { throw ServiceError(.signingRestart) }
            let answer = try relay.pass(call.request, to: row.attempt.ownerBoot, deadline: call.context.deadline)
            if let answer { return answer }
        }
        if try service.burn(row.attempt, reason: .signingRestart, call.context.deadline) {
            throw ServiceError(.signingRestart)
        }
        // The owner has consumed the nonce after all, and nobody knows whether its answer will come: the phone asks
        // again until there is one or the owner is known to be dead. A restart now would meet SIGNING_ALREADY_RELEASED.
        throw ServiceError(.inProgress, retryAfterSeconds: Limits.retryAfterSeconds)
    }

    /// Also for a device that was suspended or revoked in the meantime: all policy is checked before c3 leaves, and the
    /// report of a wrong c3 must get through.
    private func finish(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (body, row) = try load(call, FinishBody.attempt, for: .any)
        return respond(
            try service.finish(body, rawBody: call.request.body, row: row, deadline: call.context.deadline))
    }

    private func claim(of call: Call) throws(ServiceError) -> PhoneClaim {
        try gate?.check(call.request)
        return try PhoneClaim(call)
    }

    private func sessionId(of call: Call) throws(ServiceError) -> String {
        let session = try call.parameter("id")
        guard UUIDText.isValid(session) else { throw ServiceError(.sessionNotFound) }
        return session
    }

    /// The body and the attempt that it names, read together with the device. An unknown attempt is stale; one for a
    /// session of somebody else does not exist.
    private func load(
        _ call: Call, _ attempt: (JSONFields) throws(ServiceError) -> [UInt8],
        for standing: DeviceAuthenticator.Standing
    ) throws(ServiceError) -> (JSONFields, Storage.SigningContext) {
        let stores = service.stores, deadline = call.context.storageDeadline
        let claim = try claim(of: call)
        let (session, body, named) = try devices.judging(
            claim, standing: standing, deadline: deadline
        ) { () throws(ServiceError) in
            let session = try sessionId(of: call), body = try call.json()
            return (session, body, try attempt(body))
        }
        let lookup = stores.signing.lookup(sessionId: session, attemptId: named, tokenHash: claim.tokenHash)
        let (device, found) = try devices.authenticate(
            claim, standing: standing, reading: lookup, deadline: deadline)
        if let found { return (body, found) }
        guard
            let visible = try ServiceError.storing({ () throws(StorageError) in
                try stores.sessions.getForPhone(
                    id: session, documentNumber: device.documentNumber, deadline: deadline)
            })
        else { throw ServiceError(.sessionNotFound) }
        throw ServiceError(visible.boundDocument == nil ? .signingStepOutOfOrder : .signingRestart)
    }

    private func respond(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: 200, headers: HTTPHeaders(["Content-Type": "application/json"]), body: body)
    }
}
