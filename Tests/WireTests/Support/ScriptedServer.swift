import CEpoll
import Foundation
import Glibc
import Synchronization

@testable import Wire

/// A server on a free loopback port that does to each connection what a script says. One connection at a time.
final class ScriptedServer: Sendable {
    /// What happens after the next request of the connection has arrived.
    enum Reply: Sendable {
        case bytes(String)
        /// The same, a byte at a time, this many milliseconds apart.
        case drip(String, milliseconds: UInt32)
        /// No answer for as long as the client keeps the connection.
        case silence
        /// Answers when the head has come, without reading the body, and closes.
        case early(String)
        case reset
    }

    let port: UInt16
    private let listener: Int32
    private let seen = Mutex<[HTTPRequest]>([])
    private let accepted = Mutex(0)

    /// Each script is one connection; after its last reply the connection is closed. After the last script the
    /// listener is closed.
    init(_ scripts: [[Reply]]) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, generic, &size) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve(scripts) }
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [HTTPRequest] { seen.withLock { $0 } }
    var connections: Int { accepted.withLock { $0 } }

    private func serve(_ scripts: [[Reply]]) {
        for script in scripts {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            accepted.withLock { $0 += 1 }
            var parser = RequestParser { _, _ in .max }
            for reply in script {
                guard perform(reply, on: connection, &parser) else { break }
            }
            close(connection)
        }
        close(listener)
    }

    private func perform(_ reply: Reply, on connection: Int32, _ parser: inout RequestParser) -> Bool {
        if case .early(let text) = reply {
            var byte: UInt8 = 0
            guard recv(connection, &byte, 1, 0) == 1 else { return false }
            write(text, to: connection)
            // Half-closed and read on, so that the answer is not lost to a reset.
            shutdown(connection, Int32(SHUT_WR))
            drain(connection)
            return false
        }
        guard let request = receive(connection, &parser) else { return false }
        seen.withLock { $0.append(request) }
        switch reply {
        case .bytes(let text): write(text, to: connection)
        case .drip(let text, let milliseconds):
            for character in text.unicodeScalars {
                usleep(milliseconds * 1_000)
                guard write(String(character), to: connection) else { return false }
            }
        case .silence: drain(connection)
        case .early: return false
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
            return false
        }
        return true
    }

    @discardableResult
    private func write(_ text: String, to connection: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private func drain(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
    }

    private func receive(_ connection: Int32, _ parser: inout RequestParser) -> HTTPRequest? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            switch parser.next() {
            case .request(let request): return request
            case .refused: return nil
            case .expectContinue: continue
            case .needMore:
                let count = recv(connection, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                parser.append(Array(buffer[..<count]))
            }
        }
    }
}
