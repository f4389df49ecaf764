import Foundation
import Testing

@testable import Server

@Suite struct OSThreadTests {
    /// In a process of its own: other tests start and end threads too.
    @Test func aThreadThatNobodyJoinsGivesItsStackBack() async {
        await #expect(processExitsWith: .success) {
            let before = addressSpacePages()
            for _ in 0..<400 {
                let ended = DispatchSemaphore(value: 0)
                guard OSThread.start(name: "dropped", { ended.signal() }) != nil else { exit(2) }
                ended.wait()
            }
            // The system keeps some for the next threads. All of them, with the usual 8 MiB each, would be 3 GiB.
            exit((addressSpacePages() - before) * sysconf(Int32(_SC_PAGESIZE)) < 1 << 30 ? 0 : 1)
        }
    }

    @Test func aThreadMayBeJoinedMoreThanOnce() throws {
        let ran = Tally()
        let thread = try #require(OSThread.start(name: "joined") { ran.add() })
        thread.join()
        thread.join()
        #expect(ran.value == 1)
    }
}

/// The size of this process's address space; nothing when the system does not say.
private func addressSpacePages() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Int($0) } ?? 0
}
