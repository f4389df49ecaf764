import Storage
import TestSupport

/// Makes a world canonical: what no rule can tell apart gets the same names, and what nothing can refer to any more is
/// forgotten. Worlds that are equal then have the same future, so that a search visits them once.
struct ModelNames {
    private(set) var world: ModelWorld
    private var tokens: [Int: Int] = [:]
    private var attempts: [Int: Int] = [:]
    /// The S3 of each attempt, by the attempt's place; absent when nobody has its bytes any more.
    private var proofs: [Int: ModelMessage] = [:]

    init(_ world: ModelWorld) {
        self.world = world
        replaceEndedSessions()
        mergeBurned()
        orderPhones()
        renameAttempts()
        forgetTokens()
        renameTokens()
        // Above every canonical name, so that a fresh name is new.
        self.world.server.fresh = 1_000
        self.world.server.store.counter = 0
    }

    private var messages: [ModelMessage] { (world.phones.map { $0.run?.s3 } + [world.delayed]).compactMap { $0 } }

    /// A session that has ended and that no run is about is as good as a new one.
    private mutating func replaceEndedSessions() {
        let used = Set(world.phones.compactMap { $0.run?.session })
        let store = world.server.store
        for index in store.sessions.indices where !store.sessions[index].isRunning && !used.contains(index) {
            world.server.store.sessions[index] = ModelStore.Session()
            world.server.store.attempts.removeAll { $0.session == index }
        }
    }

    /// Burned attempts differ in nothing any more: what refers to one may as well refer to another of the session, and
    /// the token of an S3 for it will never be h.
    private mutating func mergeBurned() {
        var first: [Int: Int] = [:]
        for attempt in world.server.store.attempts where attempt.state == .burned {
            let kept = first[attempt.session] ?? attempt.id
            first[attempt.session] = kept
            for index in world.phones.indices where world.phones[index].run?.attempt == attempt.id {
                world.phones[index].run?.attempt = kept
                if world.phones[index].run?.s3 != nil {
                    world.phones[index].run?.s3 = ModelMessage(attempt: kept, candidates: [], next: 0)
                }
            }
            if world.delayed?.attempt == attempt.id { world.delayed = nil }
        }
        for index in world.server.store.attempts.indices where world.server.store.attempts[index].state == .burned {
            world.server.store.attempts[index].s3 = nil
        }
    }

    /// Neither of two phones is the first for the server.
    private mutating func orderPhones() {
        guard world.phones.count == 2, Self.weight(world.phones[1]) < Self.weight(world.phones[0]) else { return }
        world.phones.swapAt(0, 1)
        for index in 0...1 {
            if let maker = world.phones[index].run?.s3?.maker { world.phones[index].run?.s3?.maker = 1 - maker }
        }
        if let maker = world.delayed?.maker { world.delayed?.maker = 1 - maker }
    }

    private static func weight(_ phone: ModelPhone) -> Int {
        var weight = (phone.hasProved ? 64 : 0) + min(phone.tokens.count, 7)
        guard let run = phone.run else { return weight }
        weight += 8 + (run.hasC3 ? 16 : 0) + (run.s3 == nil ? 0 : 32)
        return weight + (run.attempt == nil ? 128 : 0)
    }

    // MARK: Attempts

    private mutating func renameAttempts() {
        var store = world.server.store
        // S1 is sent again only while S2 has not come.
        for index in world.phones.indices where world.phones[index].run?.attempt != nil {
            world.phones[index].run?.s1 = 0
        }
        let named = Set(
            world.phones.compactMap { $0.run?.attempt } + messages.map(\.attempt)
                + [world.server.computing].compactMap { $0 })
        let firstBytes = Set(world.phones.compactMap { $0.run?.s1 })
        let numbers = Dictionary(messages.map { ($0.bytes, $0) }, uniquingKeysWith: { first, _ in first })
        store.attempts = store.attempts.filter { attempt in
            named.contains(attempt.id) || firstBytes.contains(attempt.s1)
                || (attempt.state != .burned && store.sessions[attempt.session].isRunning)
        }
        for (index, attempt) in store.attempts.enumerated() { attempts[attempt.id] = index + 1 }
        let renamed = attempts
        func name(_ attempt: Int) -> Int { renamed[attempt] ?? 0 }
        for index in store.attempts.indices {
            proofs[index] = store.attempts[index].s3.flatMap { numbers[$0] }
            proofs[index]?.attempt = name(store.attempts[index].id)
            store.attempts[index].id = index + 1
            // Who owns it is asked of an attempt without an answer only.
            if store.attempts[index].hasAnswer || store.attempts[index].state == .burned {
                store.attempts[index].boot = ModelServer.boot
            }
        }
        rename(name, &store)
        world.server.store = store
    }

    private mutating func rename(_ name: (Int) -> Int, _ store: inout ModelStore) {
        let first = Dictionary(store.attempts.map { ($0.s1, $0.id) }, uniquingKeysWith: { first, _ in first })
        for index in store.attempts.indices { store.attempts[index].s1 = store.attempts[index].id }
        for index in store.sessions.indices where !store.sessions[index].isRunning {
            store.sessions[index].burned = 0
            store.sessions[index].made = 0
        }
        for index in world.phones.indices {
            guard let run = world.phones[index].run else { continue }
            if run.attempt == nil { world.phones[index].run?.s1 = first[run.s1] ?? 900 + index }
            world.phones[index].run?.attempt = run.attempt.map(name)
            if let s3 = run.s3 { world.phones[index].run?.s3?.attempt = name(s3.attempt) }
        }
        if let delayed = world.delayed { world.delayed?.attempt = name(delayed.attempt) }
        let server = world.server
        world.server.computing = server.computing.map(name)
        world.server.nonces = Set(server.nonces.map(name).filter { $0 > 0 })
    }

    // MARK: Tokens

    /// The server asks of a token whether it is h or was h, and only the `next` of a message can become h. A token that
    /// is neither, and all but one of those that were h, make no difference wherever they are listed.
    private mutating func forgetTokens() {
        let current = world.server.store.ratchet, earlier = Set(world.server.store.history)
        let coming = Set(messages.map(\.next).filter { $0 > 0 })
        func needed(_ tokens: [Int]) -> [Int] {
            let past = tokens.filter(earlier.contains).min()
            let kept = tokens.filter { $0 == current || $0 == past || coming.contains($0) }.sorted()
            // A list is never empty. Only a broken rule leaves a phone without a token that counts.
            return kept.isEmpty ? Array(tokens.prefix(1)) : kept
        }
        for index in world.phones.indices {
            let held = world.phones[index].tokens
            world.phones[index].tokens = needed(held)
            if let s3 = world.phones[index].run?.s3 { world.phones[index].run?.s3?.candidates = needed(s3.candidates) }
        }
        if let delayed = world.delayed { world.delayed?.candidates = needed(delayed.candidates) }
        for (index, proof) in proofs { proofs[index]?.candidates = needed(proof.candidates) }
    }

    private mutating func renameTokens() {
        tokens = [:]
        let current = world.server.store.ratchet
        world.server.store.ratchet = name(current)
        for index in world.phones.indices {
            let held = world.phones[index].tokens
            let names = held.map { name($0) }
            world.phones[index].tokens = names
        }
        for index in world.phones.indices {
            guard let s3 = world.phones[index].run?.s3 else { continue }
            let named = renamed(s3)
            world.phones[index].run?.s3 = named
        }
        if let delayed = world.delayed {
            let named = renamed(delayed)
            world.delayed = named
        }
        let known = tokens
        world.server.store.history = world.server.store.history.compactMap { known[$0] }.sorted()
        for index in world.server.store.attempts.indices where world.server.store.attempts[index].s3 != nil {
            let named = proofs[index].map { renamed($0).bytes } ?? 0
            world.server.store.attempts[index].s3 = named
        }
    }

    private mutating func renamed(_ message: ModelMessage) -> ModelMessage {
        var message = message
        message.candidates = message.candidates.map { name($0) }
        message.next = name(message.next)
        return message
    }

    private mutating func name(_ token: Int) -> Int {
        // 0 is the token of an S3 that no rule looks into any more.
        if token == 0 { return 0 }
        if let known = tokens[token] { return known }
        tokens[token] = tokens.count + 1
        return tokens.count
    }
}
