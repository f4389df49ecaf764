import Foundation
import Phone
import ServerTestSupport
import Synchronization
import Wire

extension TestService {
    /// The answers to requests that are sent at the same time, each over a connection of its own.
    func sendAtOnce(_ requests: [PhoneRequest]) throws -> [HTTPResponse] {
        let transports = try requests.map { _ in try transport() }
        let answers = Mutex<[HTTPResponse]>([])
        DispatchQueue.concurrentPerform(iterations: requests.count) { index in
            guard let answer = try? transports[index].send(requests[index]) else { return }
            answers.withLock { $0.append(answer) }
        }
        return answers.withLock { $0 }
    }
}
