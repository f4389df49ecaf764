import CEpoll
import Crypto
import Glibc
import Wire

/// Moving one connection as far as it can go.
extension LoopCore {
    private enum Step {
        /// The stage may have changed: look again.
        case onward
        /// Nothing more can be done now.
        case rest
    }

    func advance(_ connection: Connection) {
        var reads = 0
        while table[connection.id] != nil {
            let step: Step
            switch connection.stage {
            case .handling, .parked, .resuming: return
            case .handshaking: return queueHandshake(connection)
            case .reading: step = read(connection, &reads)
            case .writing: step = write(connection)
            case .lingering: step = linger(connection, &reads)
            }
            if case .rest = step { break }
        }
        if table[connection.id] != nil { reschedule(connection) }
    }

    // MARK: Reading

    private func read(_ connection: Connection, _ reads: inout Int) -> Step {
        if connection.channel.hasOutgoing, connection.writable, !flush(connection) { return .rest }
        if connection.parser != nil {
            switch connection.parser?.next() ?? .needMore {
            case .request(let request):
                begin(connection, request)
                return .onward
            case .refused(let refusal):
                refuse(connection, TransportRefusal(refusal))
                return .onward
            case .expectContinue:
                sendContinue(connection)
                return .onward
            case .needMore:
                notePhase(connection)
            }
        }
        if connection.channel.isClosedByPeer { return endWithPeer(connection) }
        guard connection.readable else { return .rest }
        guard reads < Limits.readsPerTurn else {
            again.append(connection.id)
            return .rest
        }
        reads += 1
        forgiveSilence(connection)
        switch connection.channel.receive(buffers) {
        case .bytes(let bytes, let drained):
            // A short read has emptied the buffer; what comes later is announced again (epoll(7)), the end excepted.
            if drained && !connection.peerClosed { connection.readable = false }
            guard !owesAnswers(connection) else {
                drop(connection)
                return .rest
            }
            if bytes.isEmpty { noteSilence(connection) } else { receive(connection, bytes) }
            return .onward
        case .interrupted:
            return .onward
        case .nothing:
            connection.readable = false
            return .rest
        case .failed(let failure):
            if failure == .flood { environment.counters.countFlood() }
            // The alert says why.
            if connection.channel.hasOutgoing { _ = connection.channel.send(Self.noBytes) }
            drop(connection)
            return .rest
        case .ended:
            drop(connection)
            return .rest
        }
    }

    /// Bytes came, and no plaintext: part of a record, or something of TLS's own. The first part of a record begins a
    /// request, or a peer could keep its buffer by sending no more of it.
    private func noteSilence(_ connection: Connection) {
        guard let tls = connection.channel.tls else { return }
        if connection.phase == .idle, tls.holdsPartOfRecord {
            connection.phase = .head
            connection.requestStart = now
            connection.beginPhase(at: now)
        }
    }

    /// Nobody has to count for longer than a flood takes, and a connection of hours may renew its keys as often as it
    /// likes.
    private func forgiveSilence(_ connection: Connection) {
        guard let tls = connection.channel.tls,
            now.since(connection.silenceStart) >= Limits.silentRecordsMilliseconds
        else { return }
        tls.forgiveSilence()
        connection.silenceStart = now
    }

    /// Answers of TLS itself are a few bytes each; a peer that asks for many and reads none is no client. Also when
    /// plaintext came between them: in TLS 1.2 each renegotiation that is asked for is declined in an alert.
    private func owesAnswers(_ connection: Connection) -> Bool {
        (connection.channel.tls?.outgoingCount ?? 0) > Limits.unreadAlertBytes
    }

    /// The peer has ended its side in order (RFC 8446, 6.1) and no request is complete: so do we.
    private func endWithPeer(_ connection: Connection) -> Step {
        if connection.channel.sayGoodbye() { _ = connection.channel.send(Self.noBytes) }
        beginLinger(connection)
        return .onward
    }

    func receive(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
        if connection.parser == nil {
            let handler = environment.handler
            connection.parser = RequestParser(
                limits: environment.configuration.messageLimits, undisputedBody: handler.undisputedBody
            ) { method, path in handler.bodyLimit(method: method, rawPath: path) }
        }
        if connection.phase == .idle {
            connection.phase = .head
            connection.requestStart = now
            connection.beginPhase(at: now)
        }
        connection.phaseBytes += bytes.count
        connection.lastProgress = now
        connection.parser?.append(bytes)
        charge(connection, connection.parser?.bufferedBytes ?? 0)
        if charged > environment.configuration.bufferBudgetBytes { refuse(connection, .outOfBuffers) }
    }

    /// Follows the parser from head to body and, between requests, back to idle; each has its own deadline.
    private func notePhase(_ connection: Connection) {
        guard let parser = connection.parser, parser.phase != connection.phase else { return }
        if parser.phase == .head && connection.phase == .idle { connection.requestStart = now }
        connection.phase = parser.phase
        connection.beginPhase(at: now)
        if parser.phase == .idle, parser.bufferedBytes == 0 { connection.parser = nil }
    }

    private func sendContinue(_ connection: Connection) {
        let line = ResponseSerializer.continueLine
        // Nothing else is on its way, so a socket that cannot take 25 bytes is broken.
        guard case .moved(line.count, _) = line.withUnsafeBytes({ connection.channel.send($0) }),
            !connection.channel.hasOutgoing
        else { return drop(connection) }
    }

    // MARK: Writing

    private func write(_ connection: Connection) -> Step {
        while connection.outputOffset < connection.output.count || connection.channel.hasOutgoing {
            guard connection.writable else { return .rest }
            let offset = connection.outputOffset
            let departure = connection.output.withUnsafeBytes { bytes in
                connection.channel.send(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            switch departure {
            case .moved(let taken, let sent):
                connection.outputOffset += taken
                connection.phaseBytes += sent
                if sent > 0 { connection.lastProgress = now }
            case .full:
                connection.writable = false
            case .interrupted:
                continue
            case .broken:
                drop(connection)
                return .rest
            }
        }
        if closesAfterThis(connection), connection.channel.sayGoodbye() { return .onward }
        finishExchange(connection)
        return .onward
    }

    private func closesAfterThis(_ connection: Connection) -> Bool {
        (connection.exchange?.closes ?? true) || isDraining
    }

    private func finishExchange(_ connection: Connection) {
        let closes = closesAfterThis(connection)
        connection.output = []
        connection.outputOffset = 0
        connection.exchange = nil
        connection.beginPhase(at: now)
        connection.phase = .idle
        connection.stage = .reading
        let waiting = connection.parser.map { $0.bufferedBytes > 0 } ?? false
        if !waiting { connection.parser = nil }
        charge(connection, connection.parser?.bufferedBytes ?? 0)
        if closes {
            beginLinger(connection)
        } else if waiting {
            // The next request's bytes are here already: its deadline begins now.
            connection.phase = .head
            connection.requestStart = now
        }
    }

    // MARK: Closing

    /// Closing at once with unread bytes in the receive buffer would send a reset, which may destroy the response
    /// before the client has read it (RFC 9112, 9.6).
    func beginLinger(_ connection: Connection) {
        connection.parser = nil
        charge(connection, 0)
        connection.beginPhase(at: now)
        _ = tamga_shutdown_write(connection.channel.descriptor)
        connection.stage = .lingering
        connection.readable = true
    }

    private func linger(_ connection: Connection, _ reads: inout Int) -> Step {
        guard connection.readable else { return .rest }
        guard reads < Limits.readsPerTurn else {
            again.append(connection.id)
            return .rest
        }
        reads += 1
        // Past TLS: nobody reads it.
        let count = recv(connection.channel.descriptor, buffers.socket.baseAddress, buffers.socket.count, 0)
        if count > 0, connection.phaseBytes + count <= Limits.lingerBytes {
            connection.phaseBytes += count
            return .onward
        }
        if count < 0 && errno == EINTR { return .onward }
        if count < 0 && errno == EAGAIN {
            connection.readable = false
            return .rest
        }
        drop(connection)
        return .rest
    }
}
