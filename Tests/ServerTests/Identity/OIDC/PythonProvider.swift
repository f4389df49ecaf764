import Foundation
import TestSupport
import Testing

/// `Tests/oidc_provider.py`, an OpenID Connect provider of Authlib in a process of its own.
final class PythonProvider {
    let port: Int
    private let process = Process()
    private let input = Pipe()

    private static let root = URL(fileURLWithPath: GoldenVectors.directory).deletingLastPathComponent()
    /// The virtual environment that `scripts/test` makes.
    static let python = root.appendingPathComponent(".build/tools/oidc/bin/python").path

    static let isInstalled: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import authlib.oidc.core, flask, joserfc"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    init() throws {
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = [Self.root.appendingPathComponent("Tests/oidc_provider.py").path]
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
    }
}
