import Crypto
import Glibc
import Testing
import Wire

@testable import Server

/// What a client can make TLS itself do after the handshake: bounded in work and in memory.
@Suite struct TLSFloodTests {
    /// Python's ssl has no call that renews keys: this is a client on libssl itself.
    private static let client = """
        import ctypes, ctypes.util, struct
        lib = ctypes.CDLL(ctypes.util.find_library('ssl'))
        for name in ('TLS_client_method', 'SSL_CTX_new', 'SSL_new'): getattr(lib, name).restype = ctypes.c_void_p

        class Bare:
            def __init__(self, receive=None):
                self.sock = socket.socket()
                if receive: self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
                self.sock.connect(('127.0.0.1', PORT))
                for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
                    self.sock.setsockopt(socket.SOL_SOCKET, option, struct.pack('ll', 60, 0))
                context = ctypes.c_void_p(lib.SSL_CTX_new(ctypes.c_void_p(lib.TLS_client_method())))
                self.ssl = ctypes.c_void_p(lib.SSL_new(context))
                lib.SSL_set_fd(self.ssl, self.sock.fileno())
                assert lib.SSL_connect(self.ssl) == 1
                # TLS 1.3, or there would be nothing to renew.
                assert lib.SSL_version(self.ssl) == 0x304
            # 1 asks the server for its own renewal too.
            def renew(self, request=0):
                return lib.SSL_key_update(self.ssl, request) == 1 and lib.SSL_do_handshake(self.ssl) == 1
            def write(self, data):
                return lib.SSL_write(self.ssl, data, len(data)) == len(data)
            def recv(self, n):
                buffer = ctypes.create_string_buffer(n)
                count = lib.SSL_read(self.ssl, buffer, n)
                return buffer.raw[:count] if count > 0 else b''
            def get(self, path='/'):
                assert self.write(request(path))
                return Reader(self.recv).answer()
            def renewals(self, limit, request=0):
                for count in range(limit):
                    if not self.renew(request): return count
                return limit

        """

    private func server(silentRecords: Int = Limits.silentRecords) throws -> TLSTestServer {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.silentRecords = silentRecords
            // Nothing here is to be ended by the deadline of a request that never comes.
            configuration.deadlines.headMilliseconds = 300_000
        }
        return try TLSTestServer(configure: configure) { request, _ in .respond(text(200, request.target)) }
    }

    private func python(_ server: TLSTestServer, _ program: String) throws {
        try server.python(Self.client + program)
    }

    @Test func aClientMayRenewItsKeys() throws {
        let server = try server()
        try python(
            server,
            """
            s = Bare()
            for i in range(15):
                assert s.renew(i % 2)
                assert s.get('/%d' % i) == (200, b'/%d' % i)
            """)
        #expect(server.counters.floods == 0)
    }

    @Test(arguments: [0, 1]) func aFloodOfRenewalsEndsItsConnection(request: Int) throws {
        let server = try server()
        try python(
            server,
            """
            healthy = connect()
            s = Bare()
            assert s.renewals(100000, \(request)) < 100000, 'still taken'
            assert get(healthy) == (200, b'/')
            """)
        #expect(server.counters.floods == 1)
        #expect(eventually { server.counters.open == 0 })
    }

    /// A byte of a request between two of them does not begin the count anew.
    @Test func contentInBetweenExcusesNothing() throws {
        let server = try server()
        try python(
            server,
            """
            s = Bare()
            assert s.write(b'GET / HTTP/1.1\\r\\nHost: t\\r\\nX: ')
            for count in range(2000):
                if not s.renew() or not s.write(b'x'): break
            assert count < 1999, 'still taken'
            """)
        #expect(server.counters.floods == 1)
    }

    /// All in one packet with the client's Finished: the count begins with the handshake's end, not with the next read.
    @Test func aFloodBehindTheHandshakeIsSeen() throws {
        let server = try server()
        try python(
            server,
            """
            crypto = ctypes.CDLL(ctypes.util.find_library('crypto'))
            for name in ('BIO_new', 'BIO_s_mem'): getattr(crypto, name).restype = ctypes.c_void_p
            incoming, outgoing = (
                ctypes.c_void_p(crypto.BIO_new(ctypes.c_void_p(crypto.BIO_s_mem()))) for _ in range(2))
            def waiting():
                buffer = ctypes.create_string_buffer(65536)
                count = crypto.BIO_read(outgoing, buffer, 65536)
                return buffer.raw[:max(0, count)]
            settings = ctypes.c_void_p(lib.SSL_CTX_new(ctypes.c_void_p(lib.TLS_client_method())))
            tls = ctypes.c_void_p(lib.SSL_new(settings))
            lib.SSL_set_bio(tls, incoming, outgoing)
            lib.SSL_set_connect_state(tls)
            sock = raw()
            while lib.SSL_do_handshake(tls) != 1:
                sock.sendall(waiting())
                data = sock.recv(65536)
                assert data, 'closed'
                assert crypto.BIO_write(incoming, data, len(data)) == len(data)
            for _ in range(400): assert lib.SSL_key_update(tls, 0) == 1 and lib.SSL_do_handshake(tls) == 1
            sock.sendall(waiting())
            try:
                while sock.recv(65536): pass
            except ConnectionError: pass
            """)
        #expect(server.counters.floods == 1)
        #expect(eventually { server.counters.open == 0 })
    }

    /// The bound of what TLS itself owes a client that does not read. The flood's own bound, which is narrower in a
    /// short time, is out of the way here.
    @Test func answersThatNobodyReadsAreBounded() throws {
        let server = try server(silentRecords: .max)
        try python(
            server,
            """
            s = Bare(receive=4096)
            assert s.renewals(400000, 1) < 400000, 'still taken'
            """)
        #expect(server.counters.floods == 0)
        #expect(eventually { server.counters.open == 0 })
    }

    /// One record of plaintext is sealed, and the next one when it has left.
    @Test func aReaderThatStallsCostsOneRecord() throws {
        let listener = try Listener(SocketAddress(IPAddress(v4: 0x7F00_0001), port: 0), backlog: 2)
        let session = try TLSSession(TLSContext(TLSPair().identity()))
        let port = listener.boundAddress.port
        let client = OSThread.start(name: "client") {
            _ = try? OutsideClient.python(
                """
                until = raw()
                s = ssl._create_unverified_context().wrap_socket(raw())
                until.recv(1)
                """, variables: ["PORT": "\(port)"])
        }
        defer { client?.join() }
        let control = try accept(listener)
        defer { close(control) }
        let channel = Channel(descriptor: try accept(listener), tls: session)
        defer { close(channel.descriptor) }
        let buffers = ReadBuffers(tls: true)
        let isEstablished = eventually {
            _ = channel.receive(buffers)
            if channel.hasOutgoing { _ = channel.send(LoopCore.noBytes) }
            return session.isEstablished
        }
        #expect(isEstablished)
        let body = [UInt8](repeating: 0x78, count: 8 * 1_024 * 1_024)
        var taken = 0, refusals = 0
        while refusals < 100, taken < body.count {
            switch body[taken...].withUnsafeBytes({ channel.send($0) }) {
            case .moved(let count, _): taken += count
            case .full, .interrupted: refusals += 1
            case .broken:
                Issue.record("the client has gone")
                return
            }
            #expect(session.outgoingCount <= TLSSession.recordBytes + 256)
        }
        #expect(refusals == 100 && session.hasOutgoing)
    }

    /// The next connection, without blocking from here on.
    private func accept(_ listener: Listener) throws -> Int32 {
        var descriptor: Int32 = -1
        _ = eventually {
            descriptor = Glibc.accept(listener.descriptor, nil, nil)
            return descriptor >= 0
        }
        try #require(descriptor >= 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }
}
