import Crypto
import Dispatch
import Phone
import ServerTestSupport
import Synchronization
import Testing
import Wire

extension EndToEnd {
    @Suite("Repeated, late and misplaced rounds", .serialized)
    struct Retries {
        @Test("the same bytes get the same answer in every round, also after the end; other bytes change nothing")
        func sameBytes() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let id = session.id
                let s1 = try phone.body(of: .commit, session: id)
                let s2 = try phone.send(.commit, s1, session: id)
                #expect(s2.status == 200)
                #expect(try phone.send(.commit, s1, session: id).body == s2.body)
                #expect(try world.attempts(id) == "COMMITTED")

                let s3 = try phone.body(of: .prove, session: id)
                #expect(try world.attempts(id) == "BURNED COMMITTED")
                #expect(try phone.send(.commit, s1, session: id).outcome == "409 SIGNING_RESTART")
                let s4 = try phone.send(.prove, s3, session: id)
                #expect(s4.status == 200)
                #expect(try phone.send(.prove, s3, session: id).body == s4.body)
                let otherS3 = BodyEditing.respelled(s3)
                #expect(try phone.send(.prove, otherS3, session: id).outcome == "409 SIGNING_STEP_TAKEN")
                let otherS1 = try BodyEditing.edit(s1, "nonce", BodyEditing.flipped)
                #expect(try phone.send(.commit, otherS1, session: id).outcome == "409 SIGNING_ALREADY_RELEASED")

                let s5 = try phone.body(of: .finish, session: id)
                let end = try phone.send(.finish, s5, session: id)
                #expect(end.status == 200)
                #expect(try phone.send(.finish, s5, session: id).body == end.body)
                let otherS5 = BodyEditing.respelled(s5)
                #expect(try phone.send(.finish, otherS5, session: id).outcome == "409 SIGNING_STEP_TAKEN")
                #expect(try phone.send(.prove, s3, session: id).body == s4.body)
                #expect(try phone.send(.prove, otherS3, session: id).outcome == "409 SIGNING_STEP_TAKEN")
                #expect(try world.attempts(id) == "BURNED DONE")
                #expect(try world.party.hasValidSignature(id, digest: session.digest))
            }
        }

        @Test("the same S1 gets the same S2 also after prove; another one is refused then")
        func sameS1AfterProve() throws {
            try withWorld { world in
                let id = try world.sign().id
                let recording = RecordingTransport(world.phone.transport)
                let s3 = try world.phone.body(of: .prove, session: id, through: recording)
                let commit = try #require(recording.exchanges.last { $0.path.hasSuffix("/sign/commit") })
                #expect(try world.phone.send(.prove, s3, session: id).status == 200)
                let again = try world.phone.send(.commit, commit.request, session: id)
                #expect(again.status == 200)
                #expect(again.body == commit.response?.body)
                let other = BodyEditing.respelled(commit.request)
                #expect(try world.phone.send(.commit, other, session: id).outcome == "409 SIGNING_ALREADY_RELEASED")
                try world.phone.approve(id)
            }
        }

        @Test("a nonce whose attempt gave way to another leaves the memory at once")
        func supersededNonce() throws {
            try withWorld { world in
                let id = try world.sign().id
                let s1 = try world.phone.body(of: .commit, session: id)
                #expect(try world.phone.send(.commit, s1, session: id).status == 200)
                let held = try world.service.metric("tamga_nonces_held")
                #expect(held >= 1)
                // The phone commits anew, with a nonce of its own.
                try world.phone.restore(world.phone.registry.state.withoutOpenRuns)
                _ = try world.phone.body(of: .prove, session: id)
                #expect(try world.attempts(id) == "BURNED COMMITTED")
                #expect(try world.service.metric("tamga_nonces_held") <= held)
            }
        }

        @Test("the same S3 sent eight times at once is answered once computed, with the same bytes")
        func concurrentProve() throws {
            try withWorld { world in
                let id = try world.sign().id
                let s3 = try world.phone.body(of: .prove, session: id)
                let token = try world.phone.registry.registration().deviceToken
                let url = world.service.baseURL()
                let answers = Mutex<[HTTPResponse]>([])
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    guard let client = try? HTTPClient(baseURL: url) else { return }
                    let answer = try? client.send(
                        method: "POST", path: "/mobile/session/\(id)/sign/prove",
                        headers: ["Content-Type": "application/json", "X-Device-Token": token], body: s3)
                    if let answer { answers.withLock { $0.append(answer) } }
                }
                let all = answers.withLock { $0 }
                #expect(all.count == 8)
                let last = try world.phone.send(.prove, s3, session: id)
                #expect(last.status == 200)
                #expect(all.allSatisfy { $0.body == last.body || $0.outcome == "409 IN_PROGRESS" })
                #expect(all.allSatisfy { $0.status == 200 || $0.headers["Retry-After"] != nil })
                try world.phone.approve(id)
            }
        }

        @Test("finish before prove and prove before commit are out of order and change nothing")
        func outOfOrder() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let other = try world.sign().id
                let s3 = try phone.body(of: .prove, session: id)
                let early = try BodyEditing.edit(s3, "attempt") { $0 }
                #expect(try phone.send(.prove, early, session: other).outcome == "409 SIGNING_STEP_OUT_OF_ORDER")
                var s5 = try BodyEditing.edit(s3, "r") { _ in .string(Base64.encode(SHA256.hash([1]))) }
                s5 = try BodyEditing.edit(s5, "s") { _ in .string(Base64.encode(SHA256.hash([2]))) }
                #expect(try phone.send(.finish, s5, session: id).outcome == "409 SIGNING_STEP_OUT_OF_ORDER")
                #expect(try phone.send(.finish, s5, session: other).outcome == "409 SIGNING_STEP_OUT_OF_ORDER")
                #expect(try world.attempts(id) == "COMMITTED")
                #expect(try phone.send(.prove, s3, session: id).status == 200)
            }
        }

        @Test("a stale or unknown attempt is told to start again, however malformed the rest, and changes nothing")
        func stale() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let stale = try phone.body(of: .prove, session: id)
                try phone.restore(phone.registry.state.withoutOpenRuns)
                let current = try phone.body(of: .prove, session: id)
                #expect(try world.attempts(id) == "BURNED COMMITTED")
                #expect(try phone.send(.prove, stale, session: id).outcome == "409 SIGNING_RESTART")
                for name in ["R1", "opening", "proof", "ratchet", "digest"] {
                    let malformed = try BodyEditing.edit(stale, name) { _ in .string("?") }
                    #expect(try phone.send(.prove, malformed, session: id).outcome == "409 SIGNING_RESTART")
                    #expect(try phone.send(.finish, malformed, session: id).outcome == "409 SIGNING_RESTART")
                }
                let unknown = try BodyEditing.edit(current, "attempt", BodyEditing.flipped)
                #expect(try phone.send(.prove, unknown, session: id).outcome == "409 SIGNING_RESTART")
                let unreadable = try BodyEditing.edit(current, "attempt") { _ in .string("?") }
                let refused = try phone.send(.prove, unreadable, session: id)
                #expect(refused.outcome == "400 S3_ENCODING")
                #expect(refused.pointer == "/attempt")
                #expect(try world.attempts(id) == "BURNED COMMITTED")
                #expect(try phone.send(.prove, current, session: id).status == 200)
            }
        }

        @Test("the fifth burned attempt ends the session with PROTOCOL_FAILURE; the key stays active")
        func fifth() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                for count in 1...5 {
                    #expect(try world.party.endResult(id) == "RUNNING")
                    try phone.restore(phone.registry.state.withoutOpenRuns)
                    let s3 = try phone.body(of: .prove, session: id)
                    let malformed = try BodyEditing.edit(s3, "R1", BodyEditing.shortened)
                    #expect(try phone.send(.prove, malformed, session: id).outcome == "400 S3_ENCODING")
                    #expect(try world.attempts(id).split(separator: " ").count == count)
                }
                #expect(try world.party.endResult(id) == "PROTOCOL_FAILURE")
                #expect(try world.attempts(id) == "BURNED BURNED BURNED BURNED BURNED")
                #expect(try world.keyStates() == "ACTIVE")
                #expect(try world.canSign())
            }
        }

        @Test("an open attempt gives way to another session's on the same key; a released one does not")
        func twoSessions() throws {
            try withWorld { world in
                let phone = world.phone
                let (first, second) = (try world.sign(), try world.sign())
                let s3 = try phone.body(of: .prove, session: first.id)
                // The reference phone would end the first run before it begins another.
                try phone.restore(phone.registry.state.withoutOpenRuns)
                _ = try phone.body(of: .prove, session: second.id)
                #expect(try phone.send(.prove, s3, session: first.id).outcome == "409 SIGNING_RESTART")
                #expect(try world.attempts(first.id) == "BURNED")

                try phone.restore(phone.registry.state.withoutOpenRuns)
                let s5 = try phone.body(of: .finish, session: first.id)
                let open = phone.registry.state
                try phone.restore(open.withoutOpenRuns)
                try phone.approve(second.id)
                #expect(try world.party.hasValidSignature(second.id, digest: second.digest))
                #expect(try phone.send(.finish, s5, session: first.id).status == 200)
                #expect(try world.party.hasValidSignature(first.id, digest: first.digest))
            }
        }
    }
}
