import Foundation

/// Other programs that compute the same things: `python3` for integers, `openssl` for signatures.
enum SecondOpinion {
    struct Failure: Error {
        let status: Int32
        let text: String
    }

    /// - Returns: what the program has printed
    static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let inputFile = NSTemporaryDirectory() + "opinion-" + UUID().uuidString
        try input.write(toFile: inputFile, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: inputFile) }
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, text: text) }
        return text
    }

    /// Evaluates one Python expression a line; `q` is the order of P-256.
    static func python(_ expressions: [String]) throws -> [String] {
        let program = """
            import sys, math
            q = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
            for line in sys.stdin: print(eval(line))
            """
        return try run("python3", ["-c", program], input: expressions.joined(separator: "\n") + "\n")
            .split(separator: "\n").map(String.init)
    }

    /// Whether OpenSSL's command line accepts the signature of a digest under an uncompressed P-256 point.
    static func opensslAccepts(point: [UInt8], digest: [UInt8], r: [UInt8], s: [UInt8]) throws -> Bool {
        let folder = NSTemporaryDirectory() + "opinion-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let prefix: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        try Data(prefix + point).write(to: URL(fileURLWithPath: folder + "/key"))
        try Data(digest).write(to: URL(fileURLWithPath: folder + "/digest"))
        let values = integer(r) + integer(s)
        try Data([0x30, UInt8(values.count)] + values).write(to: URL(fileURLWithPath: folder + "/signature"))
        do {
            let text = try run(
                "openssl",
                [
                    "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", folder + "/key", "-sigfile",
                    folder + "/signature", "-in", folder + "/digest",
                ])
            return text.contains("Verified Successfully")
        } catch let failure as Failure {
            if failure.text.contains("Verification Failure") { return false }
            throw failure
        }
    }

    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let minimal = Array(bytes.drop { $0 == 0 })
        let content = (minimal.first ?? 0xFF) >= 0x80 ? [0] + minimal : minimal
        return [0x02, UInt8(content.count)] + content
    }
}
