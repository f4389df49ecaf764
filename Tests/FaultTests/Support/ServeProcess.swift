import Foundation
import Glibc
import Phone
import ServerTestSupport
import TestSupport

/// A real `tamga serve`: the debug executable beside the test bundle, in a process that can be killed and frozen.
final class ServeProcess: Sendable {
    let pid: pid_t
    /// With `/v3`.
    let baseURL: String
    let relayAddress: String
    private let process: Process
    /// What it has printed.
    private let log: String

    /// Starts and waits until it serves.
    /// - Parameters:
    ///   - label: where the process kills itself
    ///   - relayListen: an address of an earlier process, as a service has that is started again
    init(_ deployment: TestDeployment, killAt label: String? = nil, relayListen: String? = nil) throws {
        var environment = deployment.environment
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        environment["FAULT_KILL_AT"] = label
        environment["TAMGA_RELAY_LISTEN"] = relayListen
        let log = deployment.folder + "/serve-" + UUID().uuidString + ".log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        defer { try? output.close() }
        let process = Process()
        process.executableURL = try Self.executable()
        process.arguments = ["serve"]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        self.process = process
        self.log = log
        pid = process.processIdentifier
        let words = try Self.waitForStart(process, log: log)
        baseURL = words.api
        relayAddress = words.relay
        try Self.watch(pid)
    }

    deinit { kill() }

    /// kill -9, and the process is gone when this returns.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(pid, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops the process in the middle of whatever it does, as a hypervisor or a swap storm would.
    func freeze() { Glibc.kill(pid, SIGSTOP) }
    func thaw() { Glibc.kill(pid, SIGCONT) }

    /// Whether it has ended, or ends within that time.
    func hasEnded(withinMilliseconds limit: Int) -> Bool {
        for _ in 0...(limit / 10) {
            if !process.isRunning { return true }
            usleep(10_000)
        }
        return !process.isRunning
    }

    /// The threads of the process.
    var threadCount: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count }
    }

    /// `https://…/v3`, from the line that `serve` prints of a listener with TLS.
    func secureURL() throws -> String {
        for _ in 0..<1_000 {
            let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            if let line = lines.first(where: { $0.hasPrefix("tamga serves TLS on ") }) {
                return String(line.dropFirst("tamga serves TLS on ".count))
            }
            usleep(10_000)
        }
        throw TestFailure("serve names no listener with TLS")
    }

    func hangUp() { Glibc.kill(pid, SIGHUP) }

    func transport() throws -> HTTPTransport { try HTTPTransport(baseURL: baseURL) }

    static func executable() throws -> URL {
        let bundle = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let candidates = [
            bundle.deletingLastPathComponent().appendingPathComponent("tamga"),
            PostgresCluster.root.appendingPathComponent(".build/debug/tamga"),
        ]
        guard let found = candidates.first(where: { access($0.path, X_OK) == 0 }) else {
            throw TestFailure("no debug executable tamga beside \(bundle.path)")
        }
        return found
    }

    /// The line that `serve` prints: `tamga serves on http://A/v3 (admin http://B, relay C)`.
    private static func waitForStart(_ process: Process, log: String) throws -> (api: String, relay: String) {
        for _ in 0..<6_000 {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("tamga serves on ") }) {
                let words = line.split(separator: " ")
                guard words.count == 8 else { throw TestFailure("serve said: \(line)") }
                return (String(words[3]), String(words[7].dropLast()))
            }
            guard process.isRunning else { throw TestFailure("serve ended at its start: \(text)") }
            usleep(10_000)
        }
        Glibc.kill(process.processIdentifier, SIGKILL)
        throw TestFailure("serve did not start within a minute")
    }

    /// A shell that ends the server should the test process be killed: a child of a killed parent lives on.
    private static func watch(_ pid: pid_t) throws {
        let watcher = Process()
        watcher.executableURL = URL(fileURLWithPath: "/bin/bash")
        watcher.arguments = [
            "-c",
            "while kill -0 \"$1\" 2>/dev/null && kill -0 \"$2\" 2>/dev/null; do sleep 0.3; done; "
                + "kill -0 \"$1\" 2>/dev/null || kill -9 \"$2\" 2>/dev/null",
            "tamga-test-serve", String(getpid()), String(pid),
        ]
        watcher.standardInput = FileHandle.nullDevice
        watcher.standardOutput = FileHandle.nullDevice
        watcher.standardError = FileHandle.nullDevice
        try watcher.run()
    }
}
