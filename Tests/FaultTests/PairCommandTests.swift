import Foundation
import ServerTestSupport
import TestSupport
import Testing
import Wire

/// `tamga pair`, as an operator calls it, beside a real `tamga serve`.
@Suite struct PairCommandTests {
    private let deployment: TestDeployment
    private let serve: ServeProcess

    init() throws {
        deployment = try TestDeployment(settings: ["TAMGA_LISTEN_TLS": "127.0.0.1:0"])
        serve = try ServeProcess(deployment)
    }

    /// The command while it shows a code.
    private final class Shown {
        let process = Process()
        private let output = Pipe()
        private var text = ""

        init(_ deployment: TestDeployment, _ arguments: [String]) throws {
            process.executableURL = try ServeProcess.executable()
            process.arguments = ["pair"] + arguments
            process.environment = deployment.environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            try process.run()
        }

        deinit { if process.isRunning { process.terminate() } }

        /// Reads on until a line begins so, or to the end.
        func line(_ start: String) throws -> String {
            while true {
                if let found = text.split(separator: "\n").first(where: { $0.hasPrefix(start) }), text.hasSuffix("\n") {
                    return String(found)
                }
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { throw TestFailure("no line \(start) in: \(text)") }
                text += String(decoding: more, as: UTF8.self)
            }
        }

        func end() throws -> (status: Int32, output: String) {
            text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text)
        }
    }

    private func pair(_ arguments: String...) throws -> Shown {
        try Shown(deployment, ["--url", try secureBase] + arguments)
    }

    private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
        try Shown(deployment, arguments).end()
    }

    private var secureBase: String {
        get throws { String(try serve.secureURL().dropLast("/v3".count)) }
    }

    private func spend(_ code: String) throws -> HTTPResponse {
        try HTTPClient(baseURL: serve.baseURL).send(method: "GET", path: "/pair/local?code=\(code)")
    }

    @Test func showsACodeSaysWhoHasUsedItAndKnowsThePhone() throws {
        let shown = try pair()
        let url = try PairingURL(try shown.line("https://"))
        #expect(try url.baseURL == secureBase)
        #expect(try shown.line("fingerprint").hasSuffix(PairingURL.text(of: url.fingerprint)))
        let answer = try spend(url.code)
        #expect(answer.status == 200)
        let id = try #require(try JSONParser.parse(answer.body)["deviceId"]?.string)
        let ended = try shown.end()
        #expect(ended.status == 0 && ended.output.contains("Paired with a phone that gave no name: \(id)"))
        // A picture of half blocks, or the sentence that says which library it takes.
        #expect(ended.output.contains("▀") || ended.output.contains("libqrencode4"))

        let listed = try run("list")
        #expect(listed.status == 0 && listed.output.contains("\(id)  paired 20"))
        #expect(listed.output.contains("without a key") && !listed.output.contains("REVOKED"))
        #expect(try run("revoke", id, "--by", "Болд").status == 0)
        #expect(try run("list").output.contains("REVOKED"))
        #expect(try run("revoke", id).status == 1)
        #expect(try run("revoke", "nobody").status == 1)
        #expect(
            try deployment.value("SELECT detail->>'by' FROM audit_entry WHERE kind = 'pairing.revoked'") == "Болд")
    }

    @Test func aCodeThatNobodyLooksAtIsDead() throws {
        let interrupted = try pair()
        let first = try PairingURL(try interrupted.line("https://"))
        interrupted.process.interrupt()
        let ended = try interrupted.end()
        #expect(ended.status == 1 && ended.output.contains("the code is dead"))
        #expect(try spend(first.code).status == 401)

        let replaced = try pair()
        _ = try replaced.line("https://")
        let next = try pair()
        let second = try PairingURL(try next.line("https://"))
        #expect(try replaced.end().output.contains("Another code was made"))
        let wrong = second.code.hasSuffix("0") ? "999999" : "999990"
        for _ in 0..<5 { #expect(try spend(wrong).status == 401) }
        let locked = try next.end()
        #expect(locked.status == 1 && locked.output.contains("Five wrong tries"))
    }

    @Test func wrongCallsAreRefused() throws {
        #expect(try run("show").status == 2)
        #expect(try run("revoke").status == 2)
        #expect(try run("--url", "http://127.0.0.1").status == 2)
        // The settings name no port at which a phone could come.
        #expect(try run().status == 2)
        #expect(try run("--url", try secureBase, "--certificate", "/nothing").status == 1)
        #expect(try deployment.value("SELECT count(*) FROM pairing_code") == "0")
    }
}
