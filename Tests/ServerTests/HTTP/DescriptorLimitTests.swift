import Glibc
import Testing
import Wire

@testable import Server

@Suite struct DescriptorLimitTests {
    /// Runs in a process of its own, because the limit is that of the whole process.
    @Test func theServerSurvivesWithoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { _, _ in .respond(text(200, "ok")) }
            let before = try #require(RawClient(port: server.port))
            #expect(before.get("/")?.status == 200)

            // Sockets for the clients are opened first: only the server runs short.
            let sockets = (0..<20).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
            var hoard: [Int32] = []
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = 200
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while true {
                let descriptor = open("/dev/null", O_RDONLY)
                if descriptor < 0 { break }
                hoard.append(descriptor)
            }
            let address = SocketAddress(IPAddress(v4: 0x7F00_0001), port: server.port)
            for descriptor in sockets { _ = address.withSockaddr { connect(descriptor, $0, $1) } }

            // They are turned away, the open connection lives on, and the loop does not spin on a full queue.
            var patience = timeval(tv_sec: 20, tv_usec: 0)
            for descriptor in sockets {
                setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
                var byte: UInt8 = 0
                let count = recv(descriptor, &byte, 1, 0)
                #expect(count == 0 || (count < 0 && errno == ECONNRESET))
            }
            #expect(before.get("/")?.status == 200)
            #expect(server.server.counters.snapshot.refusedConnections == 20)

            for descriptor in hoard { close(descriptor) }
            #expect(RawClient(port: server.port)?.get("/")?.status == 200)
        }
    }
}
