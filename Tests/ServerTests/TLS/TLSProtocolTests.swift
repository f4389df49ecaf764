import Crypto
import Foundation
import ServerTestSupport
import Testing

@testable import Server

/// What a handshake agrees on, seen from outside.
@Suite struct TLSProtocolTests {
    private func server() throws -> TLSTestServer {
        try TLSTestServer { _, _ in .respond(text(200, "hello")) }
    }

    @Test func versions12And13AreSpokenAndNoOther() throws {
        let server = try server()
        try server.python(
            """
            V = ssl.TLSVersion
            for version in (V.TLSv1_2, V.TLSv1_3):
                s = connect(low=version, high=version)
                assert s.version() == {V.TLSv1_2: 'TLSv1.2', V.TLSv1_3: 'TLSv1.3'}[version], s.version()
                assert get(s) == (200, b'hello')
                assert s.compression() is None
                assert not s.session_reused and not s.session.has_ticket
            for version in (V.TLSv1, V.TLSv1_1):
                assert refused(low=version, high=version, ciphers='DEFAULT:@SECLEVEL=0'), version
            """)
        #expect(server.counters.handshakes == 2)
        #expect(eventually { server.failures.all.filter { $0 == .version }.count == 2 })
    }

    @Test func onlyForwardSecrecyWithAuthenticatedEncryptionIsAgreedOn() throws {
        let server = try server()
        try server.python(
            """
            old = ssl.TLSVersion.TLSv1_2
            for name in ('ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384',
                         'ECDHE-ECDSA-CHACHA20-POLY1305'):
                s = connect(high=old, ciphers=name)
                assert s.cipher()[0] == name, s.cipher()
                assert get(s) == (200, b'hello')
            for name in ('ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA', 'AES128-GCM-SHA256'):
                assert refused(high=old, ciphers=name + ':@SECLEVEL=0'), name
            """)
        #expect(eventually { server.failures.all.filter { $0 == .algorithms }.count == 3 })
    }

    @Test func http11IsAgreedOnOrNothing() throws {
        let server = try server()
        try server.python(
            """
            assert connect(alpn=['http/1.1']).selected_alpn_protocol() == 'http/1.1'
            assert connect(alpn=['h2', 'http/1.1']).selected_alpn_protocol() == 'http/1.1'
            assert connect().selected_alpn_protocol() is None
            assert refused(alpn=['h2'])
            """)
        #expect(eventually { server.failures.all == [.applicationProtocol] })
    }

    @Test func theNameThatIsAskedForDoesNotMatter() throws {
        let server = try server()
        try server.python(
            """
            c = context()
            c.check_hostname = False
            for name in ('localhost', 'elsewhere.example', None):
                s = c.wrap_socket(raw(), server_hostname=name)
                assert get(s) == (200, b'hello')
            s = connect(name='127.0.0.1')
            assert get(s) == (200, b'hello')
            """)
    }

    /// Only a client of TLS 1.2 can ask for another handshake; the connection goes on without.
    @Test func renegotiationIsRefused() throws {
        let server = try server()
        let failure = #expect(throws: OutsideClient.Failure.self) {
            try OutsideClient.openssl(
                ["s_client", "-connect", "127.0.0.1:\(server.port)", "-tls1_2", "-CAfile", server.certificateFile],
                input: "R\n")
        }
        #expect(failure?.output.contains("RENEGOTIATING") == true)
        #expect(failure?.output.contains("no renegotiation") == true)
        #expect(server.counters.handshakes == 1)
        try server.python("assert get(connect()) == (200, b'hello')")
    }

    @Test func aCertificateIsReplacedWithoutDroppingAnybody() throws {
        let server = try server()
        let next = try TLSPair()
        let context = try TLSContext(next.identity())
        try next.certificatePEM.write(toFile: server.folder + "/next.pem", atomically: true, encoding: .utf8)
        let before = try PatientClient(server)
        #expect(try before.get() == "hello")
        server.credentials.replace(context)
        #expect(try before.get() == "hello")
        try server.python(
            """
            assert refused()
            assert get(connect(ca=CA.replace('server', 'next'))) == (200, b'hello')
            """)
        #expect(try before.get() == "hello")
        // A client that closes at once may be gone before its alert is read.
        #expect(eventually { [[.refusedByPeer], [.unfinished]].contains(server.failures.all) })
    }
}
