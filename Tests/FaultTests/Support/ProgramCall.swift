import Foundation
import ServerTestSupport

/// `tamga` called to its end, as an operator calls it.
enum ProgramCall {
    /// - Parameter arguments: the command and what follows it
    /// - Returns: the exit status, and both outputs in the order in which they came
    static func run(_ arguments: [String], _ deployment: TestDeployment) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = try ServeProcess.executable()
        process.arguments = arguments
        process.environment = deployment.environment
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
