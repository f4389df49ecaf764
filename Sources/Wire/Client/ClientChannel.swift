/// A client's connection: a socket, and a layer on it where there is one.
struct ClientChannel: ~Copyable {
    /// Plaintext that is sealed at once.
    private static let sealedBytes = 16 * 1_024
    private static let receiveBytes = 16 * 1_024

    private let socket: ClientSocket
    private let layer: (any ClientLayer)?
    /// Sealed, and not sent yet.
    private var pending: ArraySlice<UInt8> = []

    init(_ socket: consuming ClientSocket, layer: (any ClientLayer)?) {
        self.socket = socket
        self.layer = layer
    }

    /// On an idle connection: it is of no more use.
    var hasInput: Bool { socket.hasInput }
    /// Whether bytes of a layer wait to be sent.
    var hasPending: Bool { !pending.isEmpty }

    /// Whether a connection that has ended was cut: a peer of a layer says when it sends nothing more, and without
    /// that somebody in between may have taken the end of an answer away (RFC 8446 §6.1).
    var wasCut: Bool { layer.map { !$0.isClosedByPeer } ?? false }

    /// Lets the layer agree with the peer, before any plaintext.
    mutating func establish(deadline: Deadline) throws(HTTPClientError) {
        guard let layer else { return }
        do throws(ClientLayerFailure) { _ = try layer.open(UnsafeRawBufferPointer(start: nil, count: 0)) } catch {
            throw Self.error(error)
        }
        while true {
            pending += layer.takeOutgoing()
            if pending.isEmpty, layer.isReady { return }
            guard socket.wait(toWrite: !pending.isEmpty, deadline: deadline) else { throw .timedOut }
            if !flush() { throw .connectionLost }
            let outcome: ClientSocket.Outcome
            do throws(HTTPClientError) { outcome = try receive { _ in } } catch {
                // The alert tells the peer why; whether it arrives does not matter.
                pending += layer.takeOutgoing()
                _ = flush()
                throw error
            }
            if case .closed = outcome { throw .connectionLost }
        }
    }

    func wait(toWrite: Bool, deadline: Deadline) -> Bool { socket.wait(toWrite: toWrite, deadline: deadline) }

    /// Takes some of the bytes; with a layer they may still be `pending`.
    mutating func send(_ bytes: ArraySlice<UInt8>) throws(HTTPClientError) -> ClientSocket.Outcome {
        guard let layer else { return socket.send(bytes) }
        guard flush() else { return .closed }
        guard pending.isEmpty else { return .wouldBlock }
        let next = bytes.prefix(Self.sealedBytes)
        if !next.isEmpty {
            do throws(ClientLayerFailure) { try layer.seal(next) } catch { throw Self.error(error) }
            pending += layer.takeOutgoing()
            guard flush() else { return .closed }
        }
        return .bytes(next.count)
    }

    /// - Parameter body: gets what has come, unless that was nothing
    mutating func receive(
        _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(HTTPClientError) -> ClientSocket.Outcome {
        var failure: ClientLayerFailure?
        var outcome = ClientSocket.Outcome.wouldBlock
        withUnsafeTemporaryAllocation(byteCount: Self.receiveBytes, alignment: 1) { buffer in
            outcome = socket.receive(buffer)
            guard case .bytes(let count) = outcome else { return }
            let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard let layer else { return body(received) }
            do throws(ClientLayerFailure) {
                let plaintext = try layer.open(received)
                outcome = plaintext.isEmpty ? (layer.isClosedByPeer ? .closed : .wouldBlock) : .bytes(plaintext.count)
                if !plaintext.isEmpty { plaintext.withUnsafeBytes(body) }
            } catch { failure = error }
        }
        if let failure { throw Self.error(failure) }
        return outcome
    }

    /// Sends what is pending as far as it goes; false when the connection is closed.
    private mutating func flush() -> Bool {
        while !pending.isEmpty {
            switch socket.send(pending) {
            case .bytes(let count): pending = pending.dropFirst(count)
            case .wouldBlock: return true
            case .closed: return false
            }
        }
        return true
    }

    private static func error(_ failure: ClientLayerFailure) -> HTTPClientError {
        switch failure {
        case .untrusted: .untrusted
        case .broken: .layerBroken
        }
    }
}
