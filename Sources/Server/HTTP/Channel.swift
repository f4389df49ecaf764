import CEpoll
import Crypto
import Glibc

/// How the bytes of a connection cross its socket: as they are, or through TLS. Everything above sees plaintext.
struct Channel {
    /// What one look at the socket brought.
    enum Arrival {
        /// Plaintext, valid until the next look; empty when what came was for TLS itself or half a record.
        /// `drained`: the socket has been emptied.
        case bytes(UnsafeRawBufferPointer, drained: Bool)
        case nothing
        case interrupted
        /// The peer has closed, or the connection is broken.
        case ended
        case failed(TLSFailure)
    }

    /// What one attempt to send did.
    enum Departure {
        /// So much of the plaintext is taken, so many bytes went to the socket.
        case moved(taken: Int, sent: Int)
        case full
        case interrupted
        case broken
    }

    let descriptor: Int32
    let tls: TLSSession?

    /// - Parameter buffers: of the loop, shared by its connections
    func receive(_ buffers: borrowing ReadBuffers) -> Arrival {
        let count = recv(descriptor, buffers.socket.baseAddress, buffers.socket.count, 0)
        guard count > 0 else {
            if count < 0 && errno == EINTR { return .interrupted }
            return count < 0 && errno == EAGAIN ? .nothing : .ended
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffers.socket[..<count])
        let drained = count < buffers.socket.count
        guard let tls else { return .bytes(bytes, drained: drained) }
        let opened = tls.open(bytes, into: buffers.plaintext)
        if let failure = opened.failure { return .failed(failure) }
        return .bytes(UnsafeRawBufferPointer(rebasing: buffers.plaintext[..<opened.count]), drained: drained)
    }

    /// Sends what waits, then as much of `bytes` as goes in one step. With TLS bytes are taken a record at a time, and
    /// the next one only when the last has left: a slow reader costs one record and not the whole response twice.
    func send(_ bytes: UnsafeRawBufferPointer) -> Departure {
        guard let tls else {
            let count = tamga_send(descriptor, bytes.baseAddress, bytes.count)
            return count >= 0 ? .moved(taken: count, sent: count) : Self.failure(errno)
        }
        var taken = 0
        if !tls.hasOutgoing, !bytes.isEmpty {
            taken = min(bytes.count, TLSSession.recordBytes)
            guard tls.seal(UnsafeRawBufferPointer(rebasing: bytes[..<taken])) else { return .broken }
        }
        let count = tls.withOutgoing { tamga_send(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            tls.sent(count)
            return .moved(taken: taken, sent: count)
        }
        if taken > 0, errno == EAGAIN || errno == EINTR { return .moved(taken: taken, sent: 0) }
        return Self.failure(errno)
    }

    /// Something of our own has to be sent before, or instead of, plaintext.
    var hasOutgoing: Bool { tls?.hasOutgoing ?? false }

    /// The peer sends nothing more, although its socket may be open.
    var isClosedByPeer: Bool { tls?.isClosedByPeer ?? false }

    /// Prepares the end of our side, once. True when that has to be sent first.
    func sayGoodbye() -> Bool { tls?.sayGoodbye() ?? false }

    private static func failure(_ reason: Int32) -> Departure {
        switch reason {
        case EAGAIN: .full
        case EINTR: .interrupted
        default: .broken
        }
    }
}

/// The buffers of an event loop that its connections read into, one after the other.
struct ReadBuffers: ~Copyable {
    let socket: UnsafeMutableRawBufferPointer
    /// Empty in a loop without TLS.
    let plaintext: UnsafeMutableRawBufferPointer

    init(tls: Bool) {
        socket = .allocate(byteCount: Limits.readBytes, alignment: 16)
        plaintext = .allocate(byteCount: tls ? TLSSession.plaintextBytes : 0, alignment: 16)
    }

    deinit {
        socket.deallocate()
        plaintext.deallocate()
    }
}
