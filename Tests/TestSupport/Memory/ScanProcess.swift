import Foundation

/// A process of its own for a test that reads all of its memory: this program once more, with one test.
public enum ScanProcess {
    private static let mark = "MEMORY_SCAN_PROCESS"

    /// Whether this process is such a one.
    public static let isThis = ProcessInfo.processInfo.environment[mark] != nil

    /// - Parameter test: which one, as `--filter` takes it; enabled by `isThis`
    /// - Returns: how it ended, and what it has printed
    public static func run(_ test: String) throws -> (status: Int32, output: String) {
        let scan = Process()
        scan.executableURL = URL(
            fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        scan.arguments = ["--testing-library", "swift-testing", "--filter", test]
        scan.environment = ProcessInfo.processInfo.environment.merging([mark: "1"]) { $1 }
        let output = Pipe()
        scan.standardOutput = output
        scan.standardError = output
        try scan.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        scan.waitUntilExit()
        return (scan.terminationStatus, text)
    }
}
