import Phone
import ServerTestSupport
import Synchronization
import Wire

/// Keeps one server of a deployment running, as systemd or a container runtime would: when it has died, the next
/// request finds a new process on the same internal address.
final class Supervisor: Sendable {
    private struct State {
        var server: ServeProcess
        var way: HTTPTransport
        var deaths = 0
        /// Kill the server before the next request whose path ends so.
        var killBefore: String?
        /// The code of the last answer.
        var lastCode: String?
    }

    let deployment: TestDeployment
    private let state: Mutex<State>

    /// - Parameter label: where the first process kills itself; those after it do not
    init(_ deployment: TestDeployment, killAt label: String? = nil) throws {
        self.deployment = deployment
        let server = try ServeProcess(deployment, killAt: label)
        state = Mutex(State(server: server, way: try server.transport()))
    }

    var deaths: Int { state.withLock { $0.deaths } }
    var relyingParty: TestRelyingParty { deployment.relyingParty(at: state.withLock { $0.server.baseURL }) }

    func killBefore(_ suffix: String) { state.withLock { $0.killBefore = suffix } }

    /// Ends the server now and starts the next one.
    func restart() throws {
        try state.withLock { state in
            state.server.kill()
            try Self.replace(&state, deployment)
        }
    }

    func stop() { state.withLock { $0.server.kill() } }

    /// A transport whose requests fail as the network would have them fail, and find a server again after that.
    func transport() -> RecordingTransport {
        RecordingTransport { [self] (request) throws(HTTPClientError) in
            let way = state.withLock { state in
                if let suffix = state.killBefore, request.path.hasSuffix(suffix) {
                    state.killBefore = nil
                    state.server.kill()
                }
                return state.way
            }
            do throws(HTTPClientError) {
                let answer = try way.send(request)
                state.withLock { $0.lastCode = answer.code }
                return answer
            } catch {
                replaceIfDead()
                throw error
            }
        }
    }

    /// What the phone does between two sendings: it waits. Once it has been asked to wait for a silent owner, the time
    /// after which that counts as dead passes at once.
    var environment: PhoneEnvironment {
        PhoneEnvironment(pause: { [self] milliseconds in
            PhoneEnvironment.sleep(milliseconds: min(milliseconds, 50))
            if state.withLock({ $0.lastCode }) == "IN_PROGRESS" { try? deployment.forgetDeadOwners() }
        })
    }

    private func replaceIfDead() {
        state.withLock { state in
            guard state.server.hasEnded(withinMilliseconds: 5_000) else { return }
            try? Self.replace(&state, deployment)
        }
    }

    private static func replace(_ state: inout State, _ deployment: TestDeployment) throws {
        state.server = try ServeProcess(deployment, relayListen: state.server.relayAddress)
        state.way = try state.server.transport()
        state.deaths += 1
    }
}
