import CEpoll
import Crypto
import Glibc

/// Taking connections in, turning them away, and letting them go.
extension LoopCore {
    /// Level-triggered, and exclusive so that one connection wakes one loop.
    func watchListener() -> Bool {
        guard let listener else { return true }
        return epoll.add(
            listener.descriptor, events: tamga_epoll_in | tamga_epoll_exclusive, token: Self.listenerToken)
    }

    func acceptSome() {
        for _ in 0..<Limits.acceptsPerTurn {
            guard let listener else { return }
            var storage = sockaddr_storage()
            let descriptor = tamga_accept_from(listener.descriptor, &storage)
            if descriptor >= 0 {
                admit(descriptor, SocketAddress(storage).address)
                continue
            }
            switch errno {
            case EAGAIN: return
            case EMFILE, ENFILE:
                guard turnAwayWithReserve(listener) else { return pauseAccepting() }
            case ENOBUFS, ENOMEM: return pauseAccepting()
            default: continue  // The connection died in the queue (ECONNABORTED and the like): take the next.
            }
        }
    }

    private func admit(_ descriptor: Int32, _ peer: IPAddress) {
        guard environment.gate.enter(peer) else {
            environment.counters.countRefused()
            // In the middle of nothing a TLS client would read an answer as garbage.
            if environment.configuration.tls == nil, mayExplain() { explainRefusal(descriptor, peer) }
            close(descriptor)
            return
        }
        guard let channel = channel(descriptor) else {
            environment.counters.countRefused()
            environment.gate.leave(peer)
            close(descriptor)
            return
        }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        let connection = table.insert { id in Connection(id: id, channel: channel, peer: peer, now: now) }
        deadlines.grow(to: table.capacity)
        environment.counters.countAccepted()
        let events = tamga_epoll_in | tamga_epoll_out | tamga_epoll_rdhup | tamga_epoll_et
        guard epoll.add(descriptor, events: events, token: connection.id.token) else {
            drop(connection)
            return
        }
        reschedule(connection)
    }

    /// Nil when there is no memory for TLS.
    private func channel(_ descriptor: Int32) -> Channel? {
        guard let credentials = environment.configuration.tls else { return Channel(descriptor: descriptor, tls: nil) }
        let limit = environment.configuration.silentRecords
        guard let session = try? TLSSession(credentials.current, silentRecordLimit: limit) else { return nil }
        return Channel(descriptor: descriptor, tls: session)
    }

    /// An answer and its log line for every connection of a flood would be the flood's amplifier: some of them get one.
    func mayExplain() -> Bool {
        if now.since(explained.since) >= 1_000 { explained = (now, 0) }
        explained.count += 1
        return explained.count <= Limits.explainedRefusalsPerSecond
    }

    /// Answers 503 without reading, as well as one `send` can.
    private func explainRefusal(_ descriptor: Int32, _ peer: IPAddress) {
        let context = strangerContext(peer)
        let response = environment.handler.refuse(.tooManyConnections, context)
        let bytes = serialize(response, context.requestID, isHead: false, closes: true)
        _ = bytes.withUnsafeBytes { tamga_send(descriptor, $0.baseAddress, $0.count) }
        _ = tamga_shutdown_write(descriptor)
    }

    /// For what is said about a connection that has asked nothing.
    func strangerContext(_ peer: IPAddress) -> RequestContext {
        RequestContext(
            peer: peer, received: now,
            deadline: now.advanced(byMilliseconds: environment.configuration.deadlines.requestMilliseconds),
            drain: environment.drain)
    }

    /// No descriptor is left: gives up the reserve, takes the connection with it, closes that, takes the reserve back.
    /// Without it the queue would stay full and a level-triggered loop would spin.
    private func turnAwayWithReserve(_ listener: Listener) -> Bool {
        guard reserve >= 0 else { return false }
        close(reserve)
        let descriptor = tamga_accept(listener.descriptor)
        if descriptor >= 0 {
            close(descriptor)
            environment.counters.countRefused()
        }
        reserve = open("/dev/null", O_RDONLY | O_CLOEXEC)
        return descriptor >= 0 && reserve >= 0
    }

    private func pauseAccepting() {
        guard let listener else { return }
        epoll.remove(listener.descriptor)
        acceptResumes = now.advanced(byMilliseconds: 50)
    }

    func resumeAccepting() {
        acceptResumes = .never
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        if !watchListener() { acceptResumes = now.advanced(byMilliseconds: 50) }
    }

    /// Forgets a connection. What a worker still computes for it finds nobody and is dropped; its ticket goes with it.
    func drop(_ connection: Connection) {
        guard table[connection.id] != nil else { return }
        switch connection.stage {
        case .parked:
            environment.counters.countUnparked()
            environment.counters.countAbandoned()
        case .resuming, .handling, .writing:
            environment.counters.countAbandoned()
        case .reading:
            // Nothing is cut short: a client that asks for it learns that this end is no attacker's.
            if connection.channel.sayGoodbye() { _ = connection.channel.send(Self.noBytes) }
        case .handshaking, .lingering:
            break
        }
        charge(connection, 0)
        deadlines.clear(Int(connection.id.index))
        table.remove(connection.id)
        close(connection.channel.descriptor)
        environment.gate.leave(connection.peer)
        environment.counters.countClosed()
    }

    /// Sets what the connection takes from the buffer budget.
    func charge(_ connection: Connection, _ bytes: Int) {
        charged += bytes - connection.charged
        connection.charged = bytes
    }

    /// Enters the connection's present deadline.
    func reschedule(_ connection: Connection) {
        let deadline = connection.deadline(environment.configuration.deadlines)
        if deadline == .never {
            deadlines.clear(Int(connection.id.index))
        } else {
            deadlines.set(Int(connection.id.index), deadline)
        }
    }
}
