import COpenSSL

/// One side of a TLS connection as a function from bytes to bytes: it touches no socket. What came from the
/// peer goes into `open`, which gives plaintext; plaintext goes into `seal`; whatever is to be sent, handshake and
/// alerts included, waits in `outgoing` until `sent` says that it has gone.
///
/// Between two calls it holds a record that has come in part, and what waits to be sent; else no buffer at all.
/// Not Sendable: it belongs to one thread.
public final class TLSSession {
    /// What `open` found.
    public struct Opened {
        /// Bytes of plaintext written to the buffer.
        public var count = 0
        /// Why nothing more can come over this connection; nil while it goes on.
        public var failure: TLSFailure?
    }

    /// Room that `open` needs: a record that was complete but for its end, and what comes with that end.
    public static let plaintextBytes = 48 * 1_024
    /// Plaintext that is sealed at once: one record (RFC 8446 §5.1).
    public static let recordBytes = 16 * 1_024

    private let handle: OpaquePointer
    /// A client's, which judges the server's certificate and must outlive the handshake; nil on the server's side.
    private let client: TLSClientContext?
    /// What `open` was given and the library has not taken yet; empty outside of that call.
    private var incoming = UnsafeRawBufferPointer(start: nil, count: 0)
    private var outbox: [UInt8] = []
    private var outboxOffset = 0
    private var saidGoodbye = false

    private let silentRecordLimit: Int
    private var silentRecords = 0
    /// The handshake's own records are not counted.
    private var countsRecords = false
    /// The newest record has brought no plaintext yet.
    private var isRecordSilent = false

    /// The handshake is over.
    public private(set) var isEstablished = false
    /// The peer has said that it sends nothing more (close_notify).
    public private(set) var isClosedByPeer = false
    /// SHA-256 of the DER of the client's certificate, 32 bytes; nil when it has shown none.
    public private(set) var clientCertificateSHA256: [UInt8]?

    /// DER of the certificate that the server has shown; nil on the server's side, and before the handshake is over.
    public private(set) var serverCertificate: [UInt8]?

    /// The server's side.
    /// - Parameters:
    ///   - context: certificate, key and rules
    ///   - silentRecordLimit: records without plaintext that the peer may send after the handshake between two calls
    ///     of `forgiveSilence`: the library sets no bound on updates of keys (RFC 8446 §4.6.3), each of which costs
    ///     a derivation and, on request, an answer
    /// - Throws: `CRYPTO_LIBRARY` when there is no memory left.
    public init(_ context: TLSContext, silentRecordLimit: Int = .max) throws(CryptoError) {
        let (handle, bio) = try Self.connection(context.handle)
        self.handle = handle
        self.silentRecordLimit = silentRecordLimit
        client = nil
        SSL_set_msg_callback(handle, TLSPipe.noteMessage)
        SSL_set_accept_state(handle)
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The client's side: the first call of `open`, without bytes, begins the handshake.
    /// - Parameter name: of the host, for servers that have several certificates (SNI, RFC 6066 §3); nil for an address
    /// - Throws: `CRYPTO_LIBRARY`
    public init(_ context: TLSClientContext, name: String?) throws(CryptoError) {
        let (handle, bio) = try Self.connection(context.handle)
        self.handle = handle
        silentRecordLimit = .max
        client = context
        SSL_set_connect_state(handle)
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        if let name, tamga_SSL_set_name(handle, name) != 1 { throw LibraryFailure.error("CRYPTO_LIBRARY", "SNI") }
    }

    private static func connection(
        _ context: OpaquePointer
    ) throws(CryptoError) -> (handle: OpaquePointer, bio: OpaquePointer) {
        guard let bio = TLSPipe.make() else { throw LibraryFailure.error("CRYPTO_LIBRARY", "TLS") }
        guard let handle = SSL_new(context) else {
            BIO_free(bio)
            throw LibraryFailure.error("CRYPTO_LIBRARY", "TLS")
        }
        SSL_set_bio(handle, bio, bio)
        return (handle, bio)
    }

    deinit { SSL_free(handle) }

    /// Takes bytes from the peer: goes on with the handshake, or decrypts.
    /// - Parameters:
    ///   - bytes: all of them are taken, at most `recordBytes` a call
    ///   - buffer: for the plaintext, `plaintextBytes` long
    public func open(_ bytes: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Opened {
        incoming = bytes
        defer { incoming = UnsafeRawBufferPointer(start: nil, count: 0) }
        var result = Opened()
        ERR_clear_error()
        while true {
            // With a buffer that is full at this point more would have come than went in.
            guard result.count < buffer.count else {
                result.failure = .library
                saidGoodbye = true
                return result
            }
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[result.count...])
            var count = 0
            let status = SSL_read_ex(handle, room.baseAddress, room.count, &count)
            if !isEstablished, SSL_is_init_finished(handle) == 1 { noteEstablished() }
            if status == 1 {
                isRecordSilent = false
                result.count += count
                continue
            }
            guard !isFlooded else {
                result.failure = .flood
                saidGoodbye = true
                return result
            }
            switch SSL_get_error(handle, status) {
            case SSL_ERROR_WANT_READ: break
            case SSL_ERROR_ZERO_RETURN: isClosedByPeer = true
            default:
                let failure = TLSFailure.fromLibrary()
                result.failure = client != nil && failure == .clientCertificate ? .serverCertificate : failure
                // After a fatal alert there is nothing more to say.
                saidGoodbye = true
            }
            return result
        }
    }

    /// Begins to count records without plaintext anew.
    public func forgiveSilence() { silentRecords = 0 }

    private var isFlooded: Bool { silentRecords > silentRecordLimit }

    private func noteEstablished() {
        isEstablished = true
        guard let certificate = SSL_get1_peer_certificate(handle) else { return }
        defer { X509_free(certificate) }
        let der = DEROutput.bytes { i2d_X509(certificate, $0) }
        if client != nil { serverCertificate = der } else { clientCertificateSHA256 = der.map(SHA256.hash) }
    }

    /// Whether a part of a record is held, which takes some 17 KB.
    public var holdsPartOfRecord: Bool { SSL_has_pending(handle) == 1 }

    /// Encrypts into `outgoing`.
    /// - Parameter bytes: not empty, at most `recordBytes`
    /// - Returns: false when the connection is of no more use
    public func seal(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var count = 0
        ERR_clear_error()
        let status = SSL_write_ex(handle, bytes.baseAddress, bytes.count, &count)
        ERR_clear_error()
        return status == 1 && count == bytes.count
    }

    /// Says that nothing more comes from here (close_notify, RFC 8446 §6.1), the first time that it is called.
    /// - Returns: whether something was put into `outgoing`
    public func sayGoodbye() -> Bool {
        guard isEstablished, !saidGoodbye else { return false }
        saidGoodbye = true
        ERR_clear_error()
        _ = SSL_shutdown(handle)
        ERR_clear_error()
        return hasOutgoing
    }

    public var hasOutgoing: Bool { outboxOffset < outbox.count }
    /// Bytes that wait to be sent.
    public var outgoingCount: Int { outbox.count - outboxOffset }

    public func withOutgoing<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        outbox.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[outboxOffset...])) }
    }

    /// The first `count` bytes of `outgoing` are gone.
    public func sent(_ count: Int) {
        outboxOffset += max(0, min(count, outbox.count - outboxOffset))
        guard outboxOffset == outbox.count else { return }
        outbox = []
        outboxOffset = 0
    }

    // MARK: What the library calls

    /// Gives the library bytes of the peer; nil when there are no more.
    fileprivate func take(_ room: UnsafeMutableRawBufferPointer) -> Int? {
        guard !incoming.isEmpty, !isFlooded else { return nil }
        let count = min(room.count, incoming.count)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: incoming[..<count]))
        incoming = UnsafeRawBufferPointer(rebasing: incoming[count...])
        return count
    }

    /// The head of the peer's next record has been read.
    fileprivate func noteRecord() {
        if !countsRecords {
            countsRecords = SSL_is_init_finished(handle) == 1
            guard countsRecords else { return }
        }
        if isRecordSilent { silentRecords += 1 }
        isRecordSilent = true
    }

    fileprivate func put(_ bytes: UnsafeRawBufferPointer) {
        outbox.append(contentsOf: bytes)
    }
}

/// The library's view of a session's bytes: a BIO that reads from what `open` was given and writes into the outbox.
/// The library's own memory BIO keeps its buffers, which an idle connection would carry along.
private enum TLSPipe {
    /// Made once. Sound to share: never changed after this, only read.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "tamga") else { return nil }
        BIO_meth_set_read(method) { bio, buffer, count in
            guard let bio, let buffer, count > 0, let session = session(bio) else { return -1 }
            tamga_BIO_clear_retry(bio)
            let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
            guard let taken = session.take(room) else {
                tamga_BIO_retry_read(bio)
                return -1
            }
            return Int32(clamping: taken)
        }
        BIO_meth_set_write(method) { bio, bytes, count in
            guard let bio, let bytes, count > 0, let session = session(bio) else { return -1 }
            tamga_BIO_clear_retry(bio)
            session.put(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
        }
        // Everything is written at once, so there is nothing to flush; the library asks nothing else that matters.
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return method
    }()

    static func make() -> OpaquePointer? {
        guard let method, let bio = BIO_new(method) else { return nil }
        BIO_set_init(bio, 1)
        return bio
    }

    /// Called for every message and every head of a record, in both directions.
    static let noteMessage:
        @convention(c) (Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
            { isSent, _, kind, _, _, handle, _ in
                guard isSent == 0, kind == SSL3_RT_HEADER, let handle, let bio = SSL_get_rbio(handle) else { return }
                session(bio)?.noteRecord()
            }

    private static func session(_ bio: OpaquePointer) -> TLSSession? {
        BIO_get_data(bio).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
    }
}
