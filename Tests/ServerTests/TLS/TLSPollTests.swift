import Crypto
import Foundation
import Testing
import Wire

@testable import Server

/// Long polls over TLS.
@Suite struct TLSPollTests {
    private final class Polls: Sendable {
        let registry = WaiterRegistry()

        func server() throws -> TLSTestServer {
            let registry = self.registry
            return try TLSTestServer { request, _ in
                guard request.target == "/poll" else { return .respond(text(200, "plain")) }
                let ticket = registry.register(key: "k")
                return .park(ticket, until: .never) { context in
                    .respond(text(200, context.isDraining ? "RUNNING" : "COMPLETE"))
                }
            }
        }
    }

    @Test func twoHundredParkedPollsAreWoken() throws {
        let polls = Polls()
        let server = try polls.server()
        let waker = OSThread.start(name: "waker") {
            _ = eventually(seconds: 60) { server.counters.parked == 200 }
            polls.registry.wake("k")
        }
        try server.python(
            """
            c = context()
            all = [c.wrap_socket(raw(), server_hostname='localhost') for _ in range(200)]
            for s in all: s.sendall(request('/poll'))
            for s in all: assert Reader(s.recv).answer() == (200, b'COMPLETE')
            for s in all: assert get(s) == (200, b'plain')
            """)
        waker?.join()
        #expect(server.counters.parked == 0)
    }

    /// Whether the client says that it goes (close_notify), closes, or resets.
    @Test func aClientThatLeavesFreesItsPoll() throws {
        let polls = Polls()
        let server = try polls.server()
        try server.python(
            """
            for way in ('close', 'notify', 'reset'):
                s = connect()
                s.sendall(request('/poll'))
                time.sleep(0.1)
                if way == 'notify':
                    s.settimeout(0.05)
                    try: s.unwrap()
                    except (ssl.SSLError, OSError): pass
                if way == 'reset':
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes([1, 0, 0, 0, 0, 0, 0, 0]))
                s.close()
            """)
        #expect(eventually { server.counters.parked == 0 && server.counters.open == 0 && polls.registry.count == 0 })
    }

    @Test func aGracefulStopAnswersPollsAndSaysTheEnd() throws {
        let polls = Polls()
        let server = try polls.server()
        let stopper = OSThread.start(name: "stopper") {
            _ = eventually(seconds: 60) { server.counters.parked == 1 && server.counters.open == 3 }
            server.test.server.stop(graceMilliseconds: 20_000)
        }
        try server.python(
            """
            idle = connect()
            assert get(idle) == (200, b'plain')
            shaking = raw()
            poll = connect()
            poll.sendall(request('/poll'))
            assert Reader(poll.recv).answer() == (200, b'RUNNING')
            # Ends without close_notify would raise.
            assert poll.recv(1) == b'' and idle.recv(1) == b''
            assert shaking.recv(1) == b''
            """)
        stopper?.join()
        #expect(server.counters.open == 0)
    }
}
