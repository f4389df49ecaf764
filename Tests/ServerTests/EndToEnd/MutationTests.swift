import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("Mutated messages", .serialized)
    struct Mutations {
        private static let count = 60

        /// What every answer to a mutated message must be, accepted or not.
        private func expectAnswered(_ answer: HTTPResponse, _ what: String, _ body: [UInt8]) {
            let isFine = answer.status == 200 || ErrorShape.problems(answer).isEmpty
            #expect(isFine, "\(what): \(answer.outcome) for \(String(decoding: body.prefix(600), as: UTF8.self))")
        }

        /// The members that decide, of two bodies: an accepted mutation may only have changed what nobody reads.
        private func same(_ a: [UInt8], _ b: [UInt8], _ names: [String]) -> Bool {
            guard let a = try? JSONParser.parse(a), let b = try? JSONParser.parse(b) else { return false }
            return names.allSatisfy { a[$0] == b[$0] }
        }

        @Test("60 mutated K1: answered as a client's error, or opened because they are well-formed")
        func k1() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let slot = K1Slot(
                    slot: .signature, suite: 1, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))
                var mutator = Mutator(seed: 1)
                for index in 0..<Self.count {
                    let honest = K3Kit.initBody(try kit.verified(world.newCitizen()), [slot])
                    let body = mutator.mutate(honest)
                    let answer = try kit.post("/v3/enrollment/init", body)
                    expectAnswered(answer, "K1 \(index)", body)
                    guard answer.status == 200 else { continue }
                    let first = try JSONParser.parse(body)["slots"]?.array?.first
                    for name in ["nonce", "commitment"] {
                        #expect(first?[name]?.string.flatMap { Base64.decode($0) }?.count == 32, "K1 \(index)")
                    }
                    #expect(same(body, honest, ["danAuthCode"]), "K1 \(index)")
                }
            }
        }

        @Test("60 mutated K3: never a device unless nothing that matters was changed; everything else is burned")
        func k3() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                var mutator = Mutator(seed: 3)
                var template = try kit.prove(citizen: world.newCitizen()).body
                for index in 0..<Self.count {
                    // Every fourth is honest but for the mutation; the others fail at the latest when x1 is proved.
                    let opened: K3Kit.Opened
                    if index % 4 == 0 {
                        (opened, template) = try kit.prove(citizen: world.newCitizen())
                    } else {
                        opened = try kit.openAnything(citizen: world.newCitizen())
                    }
                    let honest = try K3Kit.renamed(template, opened)
                    let body = mutator.mutate(honest)
                    let answer = try kit.complete(body)
                    expectAnswered(answer, "K3 \(index)", body)
                    if answer.status == 200 {
                        #expect(index % 4 == 0 && same(body, honest, ["enrollmentId", "slots"]), "K3 \(index)")
                    } else {
                        try world.expectNoDevice(opened)
                    }
                }
            }
        }

        @Test("60 mutated S1: answered as a client's error, or committed because they are well-formed")
        func s1() throws {
            try withWorld { world in
                let phone = world.phone
                var mutator = Mutator(seed: 11)
                var session = try world.sign().id
                var accepted = 0
                for index in 0..<Self.count {
                    // The fifth open attempt that gives way would end the session.
                    if accepted == 4 {
                        session = try world.sign().id
                        accepted = 0
                    }
                    let honest = try phone.body(of: .commit, session: session)
                    let body = mutator.mutate(honest)
                    let answer = try phone.send(.commit, body, session: session)
                    expectAnswered(answer, "S1 \(index)", body)
                    guard answer.status == 200 else { continue }
                    accepted += 1
                    #expect(same(body, honest, ["documentNumber", "interactionTypeUsed"]), "S1 \(index)")
                    let parsed = try JSONParser.parse(body)
                    for name in ["nonce", "commitment"] {
                        #expect(parsed[name]?.string.flatMap { Base64.decode($0) }?.count == 32, "S1 \(index)")
                    }
                }
                #expect(try world.keyStates() == "ACTIVE")
                #expect(try world.canSign())
            }
        }

        @Test("60 mutated S3: never an answer unless nothing that matters was changed; the key stays active")
        func s3() throws {
            try withWorld { world in
                let phone = world.phone
                let names = ["attempt", "R1", "opening", "proof", "shareProof", "digest"]
                var mutator = Mutator(seed: 33)
                var session = try world.sign().id
                let before = phone.registry.state.withoutOpenRuns
                let key = "WHERE key_id = '\(try phone.registry.slot(.signature).keyId)'"
                let token = try #require(try world.deployment.value("SELECT ratchet FROM key_share \(key)"))
                for index in 0..<Self.count {
                    if index % 4 == 0 { session = try world.sign().id }
                    // Each S3 draws a token; the phone of a moment before has room for it.
                    try phone.restore(before)
                    let honest = try phone.body(of: .prove, session: session)
                    let body = mutator.mutate(honest)
                    let answer = try phone.send(.prove, body, session: session)
                    expectAnswered(answer, "S3 \(index)", body)
                    #expect(try world.keyStates() == "ACTIVE", "S3 \(index)")
                    guard answer.status == 200 else { continue }
                    // The proofs do not cover the ratchet: the phone sees a changed `ratchetNext` by S4's signature.
                    #expect(same(body, honest, names), "S3 \(index)")
                    try world.deployment.sql("UPDATE key_share SET ratchet = '\(token)' \(key)")
                    session = try world.sign().id
                }
                #expect(try world.canSign())
            }
        }

        @Test("60 mutated S5: never a result unless nothing that matters was changed; the key stays active")
        func s5() throws {
            try withWorld { world in
                let phone = world.phone
                var mutator = Mutator(seed: 55)
                var (session, honest) = ("", [UInt8]())
                for index in 0..<Self.count {
                    if index % 4 == 0 || honest.isEmpty {
                        try phone.restore(phone.registry.state.withoutOpenRuns)
                        session = try world.sign().id
                        honest = try phone.body(of: .finish, session: session)
                    }
                    let body = mutator.mutate(honest)
                    let answer = try phone.send(.finish, body, session: session)
                    expectAnswered(answer, "S5 \(index)", body)
                    #expect(try world.keyStates() == "ACTIVE", "S5 \(index)")
                    if answer.status == 200 {
                        #expect(same(body, honest, ["attempt", "r", "s", "failure"]), "S5 \(index)")
                        honest = []
                    } else if index % 4 == 3 {
                        #expect(try phone.send(.finish, honest, session: session).status == 200, "S5 \(index)")
                    }
                }
                #expect(try world.canSign())
            }
        }
    }
}
