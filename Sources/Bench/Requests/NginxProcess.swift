import CEpoll
import Glibc

/// An nginx of our own that serves a folder on loopback: one worker, everything else as Debian has it, the access log
/// included, since our server writes a line for each request too.
final class NginxProcess {
    /// `http://host:port`
    let baseURL: String
    private let child: ChildProcess

    /// Starts it and waits until it answers.
    /// - Parameters:
    ///   - files: path (without a slash before it) and content
    init(_ program: String, folder: TemporaryFolder, files: [(path: String, content: [UInt8])]) throws(BenchError) {
        let root = folder.file("nginx")
        for file in files { try FileText.write(file.content, to: root + "/" + file.path) }
        let port = try Self.freePort()
        try FileText.write(Array(Self.configuration(root: root, port: port).utf8), to: root + ".conf")
        child = try ChildProcess(
            program, ["-p", folder.path, "-c", root + ".conf", "-e", folder.file("nginx-error.log")],
            environment: ["PATH": "/usr/bin:/bin"], output: folder.file("nginx-output.log"))
        baseURL = "http://127.0.0.1:\(port)"
        try waitForPort(port, log: folder.file("nginx-error.log"))
    }

    deinit { child.stop() }

    /// One process that is its own worker: no second one is left behind, and it has the rights of its caller.
    private static func configuration(root: String, port: UInt16) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "    \($0)_temp_path \(root)-\($0);\n"
        }
        return """
            daemon off;
            master_process off;
            pid \(root).pid;
            events { worker_connections 768; }
            http {
            \(temporary.joined())
                sendfile on;
                tcp_nopush on;
                default_type application/json;
                access_log \(root)-access.log;
                server {
                    listen 127.0.0.1:\(port);
                    root \(root);
                }
            }

            """
    }

    /// A port that nobody has at this moment; nginx cannot be told to choose one.
    private static func freePort() throws(BenchError) -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw BenchError("no socket") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let found = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard found else { throw BenchError("no free port") }
        return UInt16(bigEndian: address.sin_port)
    }

    private func waitForPort(_ port: UInt16, log: String) throws(BenchError) {
        guard let name = SocketName(host: "127.0.0.1", port: port) else { throw BenchError("no address") }
        for _ in 0..<250 {
            if let descriptor = try? name.connect() {
                close(descriptor)
                return
            }
            usleep(20_000)
        }
        throw BenchError("nginx does not answer: \(FileText.read(log))")
    }

}
