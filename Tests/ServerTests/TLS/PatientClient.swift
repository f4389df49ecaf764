import Foundation

/// A Python client that stays open between two steps of a test.
final class PatientClient {
    private let process = Process()
    private let input = Pipe(), output = Pipe()

    init(_ server: TLSTestServer) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import http.client, ssl, sys
            c = ssl.create_default_context(cafile='\(server.certificateFile)')
            h = http.client.HTTPSConnection('localhost', \(server.port), context=c)
            h.connect()
            for line in sys.stdin:
                h.request('GET', '/')
                print(h.getresponse().read().decode(), flush=True)
            """,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func get() throws -> String {
        input.fileHandleForWriting.write(Data("\n".utf8))
        var line: [UInt8] = []
        while line.last != 0x0A {
            let more = output.fileHandleForReading.readData(ofLength: 1)
            guard !more.isEmpty else { break }
            line += more
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }
}
