import CEpoll
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
        guard connection.readable else { return .rest }
        guard reads < Limits.readsPerTurn else {
            again.append(connection.id)
            return .rest
        }
        reads += 1
        let count = recv(connection.descriptor, readBuffer.baseAddress, readBuffer.count, 0)
        if count > 0 {
            // A short read has emptied the buffer; what comes later is announced again (epoll(7)), the end excepted.
            if count < readBuffer.count && !connection.peerClosed { connection.readable = false }
            receive(connection, UnsafeRawBufferPointer(rebasing: readBuffer[..<count]))
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

    private func receive(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
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
        let sent = line.withUnsafeBytes { tamga_send(connection.descriptor, $0.baseAddress, $0.count) }
        // Nothing else is on its way, so a socket that cannot take 25 bytes is broken.
        if sent != line.count { drop(connection) }
    }

    // MARK: Writing

    private func write(_ connection: Connection) -> Step {
        while connection.outputOffset < connection.output.count {
            guard connection.writable else { return .rest }
            let offset = connection.outputOffset
            let sent = connection.output.withUnsafeBytes { bytes in
                tamga_send(connection.descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
            }
            if sent >= 0 {
                connection.outputOffset += sent
                connection.phaseBytes += sent
                connection.lastProgress = now
            } else if errno == EAGAIN {
                connection.writable = false
            } else if errno != EINTR {
                drop(connection)
                return .rest
            }
        }
        finishExchange(connection)
        return .onward
    }

    private func finishExchange(_ connection: Connection) {
        let closes = connection.exchange?.closes ?? true
        connection.output = []
        connection.outputOffset = 0
        connection.exchange = nil
        connection.beginPhase(at: now)
        connection.phase = .idle
        connection.stage = .reading
        let waiting = connection.parser.map { $0.bufferedBytes > 0 } ?? false
        if !waiting { connection.parser = nil }
        charge(connection, connection.parser?.bufferedBytes ?? 0)
        if closes || isDraining {
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
    private func beginLinger(_ connection: Connection) {
        connection.parser = nil
        charge(connection, 0)
        _ = tamga_shutdown_write(connection.descriptor)
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
        let count = recv(connection.descriptor, readBuffer.baseAddress, readBuffer.count, 0)
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
