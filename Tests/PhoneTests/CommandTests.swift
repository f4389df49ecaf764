import Crypto
import Foundation
import Phone
import Synchronization
import Testing
import Wire

@Suite struct CommandTests {
    /// The command line over the fake server, with a state file.
    final class Shell {
        let fixture: Fixture
        let folder: TemporaryFolder
        let lines = Mutex<[String]>([])
        var stopAfter = Int.max

        init() throws {
            fixture = try Fixture()
            folder = try TemporaryFolder()
            let store = try FileStateStore(path: path)
            try store.save(fixture.registry.state)
        }

        var path: String { folder.path + "/phone.json" }

        func run(_ arguments: String...) -> Int32 {
            let transport = fixture.transport
            return PhoneCommand(
                environment: Fixture.environment, connect: { _ in transport },
                write: { [self] line in lines.withLock { $0.append(line) } },
                isStopped: { [self] in
                    stopAfter -= 1
                    return stopAfter < 0
                }
            ).run(arguments + ["--state", path])
        }

        var output: String { lines.withLock { $0.joined(separator: "\n") } }
    }

    @Test func approvesTheOneThatWaits() throws {
        let shell = try Shell()
        shell.fixture.server.add(.signature("session-1"))
        #expect(shell.run("pending", "--json") == 0)
        #expect(shell.output.contains("\"sessionId\":\"session-1\""))
        #expect(shell.run("approve", "--pin1", "1234", "--pin2", "56789") == 0)
        #expect(shell.fixture.server.session("session-1")?.endResult == "OK")
        #expect(shell.output.contains("Demo Bank asks for a signature: Нэвтрэх [code 04821]"))
        #expect(shell.output.contains("Round prove"))
        #expect(shell.run("status") == 0)
        #expect(shell.output.contains("SIGN: ACTIVE"))
    }

    /// Whoever has mistyped a path, or begins, is told what to do.
    @Test(arguments: ["pairing", "status", "pending", "watch"])
    func aPhoneThatIsNotThereIsExplained(command: String) throws {
        let shell = try Shell()
        try FileManager.default.removeItem(atPath: shell.path)
        #expect(shell.run(command) == 1)
        for part in ["STATE_MISSING", shell.path, "tamga phone enrol", "tamga phone pair URL", "--state"] {
            #expect(shell.output.contains(part), "\(part) in \(shell.output)")
        }
    }

    @Test func hasExitCodes() throws {
        let shell = try Shell()
        shell.fixture.server.add(.signature("session-1"))
        #expect(shell.run("approve", "--pin2", "00000") == 4)
        #expect(shell.run("approve", "session-9", "--pin2", "56789") == 1)
        #expect(shell.run("dance") == 2)
        #expect(shell.run("approve", "--colour", "red") == 2)
        #expect(shell.run("approve", "--pin2") == 2)
        shell.fixture.transport.on("pending/" + FakeServer.documentNumber, .loseRequest)
        #expect(shell.run("pending") == 3)
        shell.fixture.server.state.withLock { $0.cheat = .otherPlaintext }
        #expect(shell.run("approve", "session-1", "--pin2", "56789") == 5)
        shell.fixture.server.add(.signature("session-2"))
        #expect(shell.run("approve", "session-2", "--pin2", "56789") == 5)
    }

    @Test(arguments: [("approve", "OK"), ("refuse", "USER_REFUSED"), ("wrong-vc", "WRONG_VC")])
    func watches(rule: String, endResult: String) throws {
        let shell = try Shell()
        shell.fixture.server.add(.signature("session-1"))
        shell.fixture.server.add(.login("login-1"))
        // One question before the poll, one before each session, and the last ends it.
        shell.stopAfter = 3
        #expect(shell.run("watch", "--pin1", "1234", "--pin2", "56789", "--decide", rule, "--json") == 0)
        #expect(shell.fixture.server.session("session-1")?.endResult == endResult)
        #expect(shell.fixture.server.session("login-1")?.endResult == endResult)
        for line in shell.lines.withLock({ $0 }) { #expect((try? JSONParser.parse(Array(line.utf8))) != nil) }
    }

    /// A watch must not use up the tries of a mistyped PIN.
    @Test func stopsWatchingWithAWrongPIN() throws {
        let shell = try Shell()
        shell.fixture.server.add(.signature("session-1"))
        #expect(shell.run("watch", "--pin1", "1234", "--pin2", "00000") == 4)
        #expect(shell.output.contains("9 tries left"))
    }

    @Test func enrols() throws {
        let server = FakeServer(try FakeWorld.make())
        let folder = try TemporaryFolder()
        let lines = Mutex<[String]>([])
        let command = PhoneCommand(
            environment: Fixture.environment, connect: { _ in server },
            write: { line in lines.withLock { $0.append(line) } })
        let path = folder.path + "/phone.json"
        let code = command.run([
            "enrol", "--url", "http://127.0.0.1", "--state", path, "--pin2", "56789", "--register-number",
            "УХ00112233",
        ])
        #expect(code == 0)
        #expect(lines.withLock { $0.last } == "Enrolled: document \(FakeServer.documentNumber) with SIGN.")
    }
}
