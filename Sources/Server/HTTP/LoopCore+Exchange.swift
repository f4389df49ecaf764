import Crypto
import Glibc
import Wire

/// From a complete request to its response: queueing, parking, waking, refusing.
extension LoopCore {
    /// A request is complete: gives it to a worker, unless it can be answered at once.
    func begin(_ connection: Connection, _ request: HTTPRequest) {
        connection.requests += 1
        let configuration = environment.configuration
        let exchange = Connection.Exchange(
            requestID: RequestID(),
            client: ClientAddress.resolve(
                peer: connection.peer, headers: request.headers, trusted: configuration.trustedProxies),
            received: connection.requestStart, isHead: request.method == "HEAD",
            closes: !request.keepAlive || connection.requests >= configuration.requestsPerConnection || isDraining)
        connection.exchange = exchange
        connection.stage = .handling
        let pipelined = connection.parser?.bufferedBytes ?? 0
        if pipelined == 0, request.keepAlive { connection.parser = nil }
        charge(connection, pipelined + request.body.count)
        let handler = environment.handler
        let context = context(connection, exchange)
        // Who sends several requests at once waits his turn: answered here, they would keep the loop from the others.
        let beginning = pipelined == 0 ? handler.begin(request, context) : .work { handler.handle(request, context) }
        switch beginning {
        case .respond(let response): respond(connection, response)
        case .work(let work):
            if !dispatch(connection, work) { respond(connection, handler.refuse(.overloaded, context)) }
        }
    }

    /// A worker has decided.
    func answer(_ connection: Connection, _ outcome: HandlerOutcome) {
        guard case .handling = connection.stage else { return }
        charge(connection, connection.parser?.bufferedBytes ?? 0)
        switch outcome {
        case .respond(let response):
            respond(connection, response)
            advance(connection)
        case .park(let ticket, let until, let onWake):
            if connection.peerClosed { return drop(connection) }
            let sink = ParkSink(mailbox: mailbox, connection: connection.id)
            guard !isDraining, until > now, ticket.park(sink) else { return resume(connection, onWake) }
            connection.stage = .parked(ticket, onWake)
            environment.counters.countParked()
            let bound = now.advanced(byMilliseconds: environment.configuration.deadlines.parkMilliseconds)
            deadlines.set(Int(connection.id.index), min(until, bound))
        }
    }

    /// A parked poll has news, or its time is over, or the server drains. Anything but a parked poll has been woken
    /// already.
    func wake(_ connection: Connection) {
        guard case .parked(_, let onWake) = connection.stage else { return }
        environment.counters.countUnparked()
        deadlines.clear(Int(connection.id.index))
        resume(connection, onWake)
    }

    /// Gives woken polls to workers as long as these have room. A woken poll is never refused: it was
    /// accepted before.
    func retryResumes() {
        for _ in 0..<resumes.count {
            guard let id = resumes.popFirst() else { return }
            guard let connection = table[id], case .resuming(let onWake) = connection.stage else { continue }
            let waiting = resumes.count
            resume(connection, onWake)
            if resumes.count > waiting { return }
        }
    }

    private func resume(_ connection: Connection, _ onWake: @escaping HandlerOutcome.Wake) {
        guard let exchange = connection.exchange else { return drop(connection) }
        connection.stage = .handling
        let context = context(connection, exchange)
        if !dispatch(connection, { onWake(context) }) {
            connection.stage = .resuming(onWake)
            resumes.append(connection.id)
        }
    }

    /// The deadline of a connection's present stage has passed, or had when it was entered.
    func deadlinePassed(_ place: Int) {
        guard let connection = table[place: place] else { return }
        if case .parked = connection.stage { return wake(connection) }
        guard connection.deadline(environment.configuration.deadlines) <= now else { return reschedule(connection) }
        switch connection.stage {
        case .handshaking:
            handshakeTooSlow(connection)
        case .reading where connection.phase == .idle || connection.parser == nil:
            drop(connection)
        case .reading:
            environment.counters.countTimedOut()
            refuse(connection, .tooSlow)
            advance(connection)
        case .writing:
            environment.counters.countTimedOut()
            drop(connection)
        case .lingering:
            drop(connection)
        case .handling, .parked, .resuming:
            break
        }
    }

    /// Answers for a request that no handler sees; the connection ends with it.
    func refuse(_ connection: Connection, _ refusal: TransportRefusal) {
        let exchange = Connection.Exchange(
            requestID: RequestID(), client: connection.peer, received: connection.requestStart, isHead: false,
            closes: true)
        connection.exchange = exchange
        connection.parser = nil
        charge(connection, 0)
        respond(connection, environment.handler.refuse(refusal, context(connection, exchange)))
    }

    /// Puts the response on its way; `advance` sends it.
    private func respond(_ connection: Connection, _ response: HTTPResponse) {
        guard let exchange = connection.exchange else { return drop(connection) }
        let closes = exchange.closes || isDraining
        connection.exchange?.closes = closes
        connection.output = serialize(response, exchange.requestID, isHead: exchange.isHead, closes: closes)
        connection.outputOffset = 0
        connection.stage = .writing
        connection.beginPhase(at: now)
    }

    func serialize(_ response: HTTPResponse, _ id: RequestID, isHead: Bool, closes: Bool) -> [UInt8] {
        var response = response
        response.headers.set("X-Request-ID", id.description)
        return ResponseSerializer.bytes(response, date: dateText(), head: isHead, close: closes)
    }

    private func context(_ connection: Connection, _ exchange: Connection.Exchange) -> RequestContext {
        RequestContext(
            requestID: exchange.requestID, peer: connection.peer, client: exchange.client, received: exchange.received,
            deadline: now.advanced(byMilliseconds: environment.configuration.deadlines.requestMilliseconds),
            clientCertificateSHA256: connection.channel.tls?.clientCertificateSHA256, drain: environment.drain)
    }

    private func dispatch(_ connection: Connection, _ work: @escaping @Sendable () -> HandlerOutcome) -> Bool {
        let (mailbox, id) = (mailbox, connection.id)
        return environment.workers.submit { mailbox.post(.answer(id, work())) }
    }
}

extension TransportRefusal {
    init(_ refusal: HTTPRefusal) {
        self.init(status: refusal.status, code: refusal.code, reason: refusal.reason)
    }
}
