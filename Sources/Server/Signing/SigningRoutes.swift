import Crypto
import Storage
import Wire

/// `POST /mobile/session/{id}/sign/{commit,prove,finish}`.
public struct SigningRoutes: Sendable {
    /// Tells which document the device token of a request belongs to.
    public typealias Authenticate = @Sendable (Call) throws(ServiceError) -> String

    private let service: SigningService
    private let authenticate: Authenticate
    /// The same for finish, also when the device was suspended or revoked in the meantime: all policy is checked before
    /// c3 leaves, and the report of a wrong c3 must get through.
    private let identifyForFinish: Authenticate
    /// Nil on the internal listener: a relayed request is never relayed again.
    private let relay: SigningRelay?
    private let gate: RelayGate?

    init(
        service: SigningService, relay: SigningRelay?, gate: RelayGate? = nil, authenticate: @escaping Authenticate,
        identifyForFinish: @escaping Authenticate
    ) {
        self.service = service
        self.relay = relay
        self.gate = gate
        self.authenticate = authenticate
        self.identifyForFinish = identifyForFinish
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
        let (document, session) = try identify(call, authenticate)
        let body = try CommitBody(call.json(), raw: call.request.body)
        guard body.documentNumber == document else { throw ServiceError(.deviceMismatch, pointer: "/documentNumber") }
        return respond(try service.commit(body, sessionId: session, deadline: call.context.deadline))
    }

    private func prove(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (document, session) = try identify(call, authenticate)
        let body = try call.json()
        let row = try load(call, try ProveBody.attempt(body), session: session, document: document)
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

    private func finish(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let (document, session) = try identify(call, identifyForFinish)
        let body = try call.json()
        let row = try load(call, try FinishBody.attempt(body), session: session, document: document)
        return respond(
            try service.finish(body, rawBody: call.request.body, row: row, deadline: call.context.deadline))
    }

    private func identify(
        _ call: Call, _ authenticate: Authenticate
    ) throws(ServiceError) -> (document: String, session: String) {
        try gate?.check(call.request)
        let document = try authenticate(call)
        let session = try call.parameter("id")
        guard UUIDText.isValid(session) else { throw ServiceError(.sessionNotFound) }
        return (document, session)
    }

    /// The attempt that a body names. An unknown one is stale; one for a session of somebody else does not exist.
    private func load(
        _ call: Call, _ attempt: [UInt8], session: String, document: String
    ) throws(ServiceError) -> Storage.SigningContext {
        let stores = service.stores, deadline = call.context.storageDeadline
        if let row = try ServiceError.storing({ () throws(StorageError) in
            try stores.signing.loadForProve(
                sessionId: session, attemptId: attempt, documentNumber: document, deadline: deadline)
        }) {
            return row
        }
        guard
            let visible = try ServiceError.storing({ () throws(StorageError) in
                try stores.sessions.getForPhone(id: session, documentNumber: document, deadline: deadline)
            })
        else { throw ServiceError(.sessionNotFound) }
        throw ServiceError(visible.boundDocument == nil ? .signingStepOutOfOrder : .signingRestart)
    }

    private func respond(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: 200, headers: HTTPHeaders(["Content-Type": "application/json"]), body: body)
    }
}
