import Crypto

/// TLS handshakes. They are the only thing that costs this thread real time (a key exchange and a signature each), so
/// they wait in a queue of their own and a turn does a few of them: those who talk already wait for at most so many.
extension LoopCore {
    static var noBytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// Something has come for a handshake, or can be sent.
    func queueHandshake(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        handshakes.append(connection.id)
    }

    /// Takes the next ones in the order in which they came.
    func runHandshakes() {
        for _ in 0..<Limits.handshakesPerTurn {
            guard let id = handshakes.popFirst() else { return }
            guard let connection = table[id] else { continue }
            connection.isQueued = false
            guard case .handshaking = connection.stage else { continue }
            handshake(connection)
        }
    }

    private func handshake(_ connection: Connection) {
        while table[connection.id] != nil {
            if connection.channel.hasOutgoing, connection.writable {
                if !flush(connection) { return }
                continue
            }
            guard connection.readable else { return }
            switch connection.channel.receive(buffers) {
            case .bytes(let plaintext, let drained):
                if drained && !connection.peerClosed { connection.readable = false }
                if connection.channel.tls?.isEstablished ?? true { return establish(connection, plaintext) }
            case .interrupted: continue
            case .nothing: connection.readable = false
            case .ended: handshakeBroken(connection)
            case .failed(let failure): end(connection, failure)
            }
        }
    }

    /// The handshake is over: the first request is awaited, or has begun to arrive.
    private func establish(_ connection: Connection, _ plaintext: UnsafeRawBufferPointer) {
        environment.counters.countHandshake()
        connection.stage = .reading
        connection.beginPhase(at: now)
        if !plaintext.isEmpty { receive(connection, plaintext) }
        advance(connection)
    }

    /// Sends the alert that says why, if there is one, and closes.
    private func end(_ connection: Connection, _ failure: TLSFailure) {
        noteFailure(connection, failure)
        // A flood may follow the end of the handshake in the same packet.
        if failure == .flood { environment.counters.countFlood() }
        if connection.channel.hasOutgoing { _ = connection.channel.send(Self.noBytes) }
        beginLinger(connection)
        advance(connection)
    }

    /// The peer has gone, perhaps by a reset that overtook its alert.
    func handshakeBroken(_ connection: Connection) {
        noteFailure(connection, .unfinished)
        drop(connection)
    }

    func handshakeTooSlow(_ connection: Connection) {
        environment.counters.countTimedOut()
        noteFailure(connection, .unfinished)
        drop(connection)
    }

    /// Scanners fail by the thousand: every failure is counted, some are logged.
    private func noteFailure(_ connection: Connection, _ failure: TLSFailure) {
        environment.counters.countHandshakeFailure()
        guard mayExplain() else { return }
        environment.handler.handshakeFailed(failure, strangerContext(connection.peer))
    }

    /// Sends what TLS itself has to say. False when the connection is gone.
    func flush(_ connection: Connection) -> Bool {
        switch connection.channel.send(Self.noBytes) {
        case .moved: connection.lastProgress = now
        case .full: connection.writable = false
        case .interrupted: break
        case .broken:
            drop(connection)
            return false
        }
        return true
    }
}
