import Foundation

/// TLS clients that share nothing with the server but the library: Python's `ssl`, `openssl s_client`.
enum OutsideClient {
    struct Failure: Error { let output: String }

    /// - Returns: what the program has printed, without the last line break
    static func python(_ program: String, variables: [String: String]) throws -> String {
        let settings = variables.map { "\($0) = \($1)\n" }.joined()
        return try run("python3", ["-c", settings + prelude + program], input: "")
    }

    static func openssl(_ arguments: [String], input: String) throws -> String {
        try run("openssl", arguments, input: input)
    }

    private static func run(_ name: String, _ arguments: [String], input: String) throws -> String {
        let process = Process(), output = Pipe(), source = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = source
        try process.run()
        source.fileHandleForWriting.write(Data(input.utf8))
        try source.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: text) }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// `connect` opens and verifies; `get` asks; `answer` reads one response from what `recv` gives.
    private static let prelude = """
        import os, random, socket, ssl, sys, threading, time

        def context(low=None, high=None, ciphers=None, alpn=None, cert=None, ca=None):
            c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            if ciphers: c.set_ciphers(ciphers)
            if low: c.minimum_version = low
            if high: c.maximum_version = high
            if alpn: c.set_alpn_protocols(alpn)
            if cert: c.load_cert_chain(*cert)
            c.load_verify_locations(ca or CA)
            return c

        def raw():
            s = socket.create_connection(('127.0.0.1', PORT))
            s.settimeout(60)
            return s

        def connect(name='localhost', **options):
            return context(**options).wrap_socket(
                raw(), server_hostname=name, suppress_ragged_eofs=False)

        def request(path='/', more=''):
            return ('GET %s HTTP/1.1\\r\\nHost: t\\r\\n%s\\r\\n' % (path, more)).encode()

        class Reader:
            def __init__(self, recv):
                self.recv, self.buffer = recv, b''
            def answer(self):
                while b'\\r\\n\\r\\n' not in self.buffer: self.fill()
                head, self.buffer = self.buffer.split(b'\\r\\n\\r\\n', 1)
                length = 0
                for line in head.split(b'\\r\\n')[1:]:
                    name, value = line.split(b':', 1)
                    if name.lower() == b'content-length': length = int(value)
                while len(self.buffer) < length: self.fill()
                body, self.buffer = self.buffer[:length], self.buffer[length:]
                return int(head.split(b' ')[1]), body
            def fill(self):
                more = self.recv(65536)
                if not more: raise EOFError(self.buffer)
                self.buffer += more

        def get(s, path='/', more=''):
            s.sendall(request(path, more))
            return Reader(s.recv).answer()

        def refused(**options):
            try:
                s = connect(**options)
                s.sendall(request())
                s.recv(1)
            except (ssl.SSLError, ConnectionError, EOFError) as e:
                return True
            return False

        """
}
