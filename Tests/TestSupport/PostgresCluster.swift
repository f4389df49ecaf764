import Foundation

/// A throw-away PostgreSQL for this test process: started at the first use, stopped and deleted when the process has
/// gone, however it goes. `TAMGA_TEST_DATABASE_URL` names a server to use instead.
public enum PostgresCluster {
    /// The URL of a database that may be used to create others.
    public static func url() throws -> String {
        try started.get()
    }

    private static let started = Result { try start() }

    /// The repository's root.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    public static var migrationsFolder: String { root.appendingPathComponent("migrations").path }

    private static func start() throws -> String {
        if let given = ProcessInfo.processInfo.environment["TAMGA_TEST_DATABASE_URL"], !given.isEmpty { return given }
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("tamga-test-\(UUID().uuidString)")
        // The server may run as another user, who must be able to walk through.
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        let script = root.appendingPathComponent("scripts/postgres").path
        try watch(script: script, directory: directory.path)
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: script)
        process.arguments = ["start", directory.path]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["TAMGA_PG_OPTIONS": "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let url = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, !url.isEmpty else {
            throw PostgresFailure(what: "scripts/postgres start")
        }
        return url
    }

    /// A process of its own that outlives this one by a moment, to clean up after kill -9 as well.
    private static func watch(script: String, directory: String) throws {
        let process = Process()
        // In a process group of its own already. No setsid: it would fork and leave a dead child that nobody reaps, and
        // an exit test, which waits for any child, would find that one for ever.
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c",
            "trap '' HUP INT TERM; while kill -0 \"$1\" 2>/dev/null; do sleep 0.3; done; \"$2\" stop \"$3\"; rm -rf \"$3\"",
            "tamga-test-postgres", String(ProcessInfo.processInfo.processIdentifier), script, directory,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }
}
