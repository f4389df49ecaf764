import TestSupport

@testable import Server

/// Everything that can happen to a world in one step, for the three searches.
enum ModelEvents {
    typealias Search = Exploration<ModelWorld, Note>
    typealias Step = Search.Step

    /// What an event did besides leading to another world.
    struct Note {
        /// What the last S3 was answered with.
        let answer: ModelAnswer?
        let hasMovedRatchet: Bool
    }

    private static func step(_ name: String, _ world: ModelWorld, _ change: (inout ModelWorld) -> Void) -> Step {
        var next = world
        change(&next)
        let note = Note(
            answer: next.lastAnswer, hasMovedRatchet: next.server.store.ratchet != world.server.store.ratchet)
        next.lastAnswer = nil
        next.server.fresh = world.server.fresh
        return Step(name, next == world ? world : next.canonical, note)
    }

    /// What may happen to messages. A search over two phones leaves out what concerns no ratchet.
    struct Network {
        let fates: [ModelWorld.Fate]
        /// Whether the answers to S1 and S5 get lost.
        let losses: [Bool]

        static let full = Network(fates: ModelWorld.Fate.allCases, losses: [false, true])
        static let ofRatchet = Network(
            fates: [.arrives, .losesRequest, .losesAnswer, .crashesAfterT1], losses: [false])
    }

    // MARK: Phones

    /// What a phone does, with everything that the network may do to each message.
    static func phone(_ phone: Int, _ world: ModelWorld, _ network: Network) -> [Step] {
        let name = phone == 0 ? "phone" : "copy"
        guard let run = world.phones[phone].run else { return beginnings(phone, name, world, network) }
        var steps = [
            // A new start of the app. What was stored stays; without an S3 nothing was.
            step("\(name): restarts and forgets the run", world) { $0.phones[phone].run = nil }
        ]
        if run.attempt == nil {
            for loses in network.losses {
                steps.append(
                    step("\(name): repeats S1\(loses ? ", answer lost" : "")", world) {
                        $0.sendCommit(phone, losesAnswer: loses)
                    })
            }
        } else if run.hasC3 {
            for loses in network.losses {
                steps.append(
                    step("\(name): S5\(loses ? ", answer lost" : "")", world) {
                        $0.sendFinish(phone, losesAnswer: loses)
                    })
            }
        } else {
            for fate in network.fates {
                steps.append(
                    step("\(name): S3 with fresh nonces \(fate)", world) {
                        $0.makeProof(phone)
                        $0.sendProof(phone, fate)
                    })
                guard run.s3 != nil else { continue }
                steps.append(step("\(name): S3 again \(fate)", world) { $0.sendProof(phone, fate) })
            }
        }
        return steps
    }

    private static func beginnings(
        _ phone: Int, _ name: String, _ world: ModelWorld, _ network: Network
    ) -> [Step] {
        world.server.store.sessions.indices.flatMap { session -> [Step] in
            guard world.server.store.sessions[session].isRunning else { return [] }
            return network.losses.map { loses in
                step("\(name): S1 in session \(session)\(loses ? ", answer lost" : "")", world) {
                    $0.begin(phone, session: session, losesAnswer: loses)
                }
            }
        }
    }

    /// The citizen's phone on a network that loses nothing: what stands beside a thief's events.
    static func undisturbed(_ world: ModelWorld) -> [Step] {
        guard let run = world.phones[0].run else {
            return world.server.store.sessions.indices.filter { world.server.store.sessions[$0].isRunning }.map {
                index in
                step("phone: S1 in session \(index)", world) { $0.begin(0, session: index, losesAnswer: false) }
            }
        }
        if run.hasC3 { return [step("phone: S5", world) { $0.sendFinish(0, losesAnswer: false) }] }
        return [
            step("phone: S3", world) { world in
                if run.s3 == nil { world.makeProof(0) }
                world.sendProof(0, .arrives)
            }
        ]
    }

    // MARK: Server and network

    static func surroundings(_ world: ModelWorld) -> [Step] {
        var steps = [
            step("server: crashes and starts again", world) { $0.server.crash() },
            step("server: burns orphans", world) { $0.server.burnOrphans() },
        ]
        if world.server.computing != nil {
            steps.append(step("server: answers what was stalled", world) { _ = $0.server.answer() })
        }
        if let delayed = world.delayed {
            steps.append(
                step("network: the lost S3 arrives", world) { world in
                    world.delayed = nil
                    _ = world.deliver(delayed, stopsAfterT1: false)
                })
        }
        for (index, session) in world.server.store.sessions.enumerated() {
            if session.isRunning {
                steps.append(step("time: session \(index) expires", world) { $0.server.expire(index) })
            } else {
                steps.append(
                    step("relying party: another session \(index)", world) { world in
                        world.server.store.attempts.removeAll { $0.session == index }
                        world.server.store.sessions[index] = ModelStore.Session()
                        for phone in world.phones.indices where world.phones[phone].run?.session == index {
                            world.phones[phone].run = nil
                        }
                    })
            }
        }
        return steps
    }

    static func copying(_ world: ModelWorld) -> [Step] {
        world.phones.count == 1 ? [step("thief: copies the phone", world) { $0.copyPhone() }] : []
    }

    // MARK: A client with the device token, and on the genuine phone, but without x1

    /// The checks of S3 that such a client can choose to fail at; the proof of x1 is the last that it can reach.
    static let checksBeforeShare = [
        "S3_ENCODING", "DIGEST_MISMATCH", "SG_COMMITMENT", "R1_POINT", "R1_REFLECTION", "DL_SG_R1", "DL_SG_Q1",
    ]

    static func withoutShare(_ world: ModelWorld) -> [Step] {
        var steps = world.server.store.sessions.indices.map { session in
            step("thief: S1 in session \(session)", world) { world in
                _ = world.server.commit(session: session, s1: world.server.draw())
            }
        }
        for attempt in world.server.store.attempts {
            // The ratchet's tokens lie on the phone outside of the PIN: the client has them.
            let candidates = world.phones[0].tokens
            for check in checksBeforeShare {
                steps.append(
                    step("thief: S3 of attempt \(attempt.id) failing \(check)", world) { world in
                        let message = ModelMessage(
                            attempt: attempt.id, candidates: candidates, next: world.server.draw(), failing: check)
                        world.lastAnswer = world.server.prove(message)
                    })
            }
            for code in ["S5_ENCODING", "R_MISMATCH", "SIGNATURE_INVALID"] {
                steps.append(
                    step("thief: S5 of attempt \(attempt.id) failing \(code)", world) { world in
                        _ = world.server.finish(
                            attempt.id, .signature(failing: Code(rawValue: code)), bytes: 50)
                    })
            }
            steps.append(
                step("thief: reports attempt \(attempt.id) without a proof", world) { world in
                    _ = world.server.finish(attempt.id, .report(isProved: false), bytes: 60)
                })
        }
        return steps + refusals(world)
    }

    private static func refusals(_ world: ModelWorld) -> [Step] {
        world.server.store.sessions.indices.filter { world.server.store.sessions[$0].isRunning }.map { session in
            step("thief: refuses session \(session)", world) { world in
                _ = world.server.store.end(session, "USER_REFUSED")
            }
        }
    }

    /// A copy that knows x1 and the tokens, and names a ratchet that was used as the next one.
    static func namingThePast(_ world: ModelWorld) -> [Step] {
        let past = [world.server.store.ratchet] + world.server.store.history
        return world.server.store.attempts.flatMap { attempt in
            past.indices.map { index in
                step("copy: S3 of attempt \(attempt.id) naming a ratchet of \(index) moves ago", world) { world in
                    let message = ModelMessage(
                        attempt: attempt.id, candidates: world.phones[0].tokens, next: past[index])
                    world.lastAnswer = world.server.prove(message)
                }
            }
        }
    }

    /// Somebody who knows x1 but never held a token of the ratchet.
    static func withoutRatchet(_ world: ModelWorld) -> [Step] {
        world.server.store.attempts.map { attempt in
            step("noise: S3 of attempt \(attempt.id) with an unknown token", world) { world in
                let message = ModelMessage(
                    attempt: attempt.id, candidates: [world.server.draw()], next: world.server.draw())
                world.lastAnswer = world.server.prove(message)
            }
        }
    }
}
