import Foundation
import Testing

/// A TLS server of Python with a certificate that it made itself, on a port that the system chose.
final class TLSServer {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let folder: URL

    private static let script = """
        import os, socket, ssl, sys, threading
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate", "key")
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        while True:
            connection, _ = listener.accept()
            try:
                with context.wrap_socket(connection, server_side=True) as secured:
                    secured.recv(4096)
                    secured.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n")
            except OSError:
                pass
        """

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = Process()
        made.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        made.currentDirectoryURL = folder
        made.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "key", "-out", "certificate", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ]
        (made.standardOutput, made.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try made.run()
        made.waitUntilExit()
        process.executableURL = made.executableURL
        process.currentDirectoryURL = folder
        process.arguments = ["python3", "-c", Self.script]
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            line += String(decoding: more, as: UTF8.self)
        }
        port = try #require(Int(line.dropLast()))
    }

    /// The process ends when its input does.
    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
