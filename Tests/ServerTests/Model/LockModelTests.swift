import Storage
import TestSupport
import Testing

@testable import Server

/// What locks, suspends and releases (threshold-ecdsa A.5, A.6), over every sequence of events up to a length: the
/// service's own rules and the real ratchet, driven without a database or a network.
@Suite("Locks and copies, all sequences of events")
struct LockModelTests {
    private typealias Search = ModelEvents.Search

    /// How many sessions run at once, and how many events a way may have. One at a time (each followed by the next)
    /// reaches every world within the length; two at once are tried for shorter ways.
    private static let extents = [(sessions: 1, depth: 12), (sessions: 2, depth: 7)]

    /// Somebody with the device token on the genuine phone, but without x1, beside the honest citizen.
    @Test("whoever lacks x1 gets no c3 and changes no key")
    func withoutShare() {
        let search = Search(from: ModelWorld(sessions: 2), depth: 12) { world in
            ModelEvents.withoutShare(world) + ModelEvents.withoutRatchet(world) + ModelEvents.undisturbed(world)
        } broken: { _, step in
            let isForeign = step.event.hasPrefix("thief") || step.event.hasPrefix("noise")
            let store = step.world.server.store
            if store.signKey != .active || store.authKey != .active { return "a key is not ACTIVE" }
            guard isForeign else { return nil }
            if step.note.answer == .c3 { return "c3 left" }
            return step.note.hasMovedRatchet ? "the ratchet moved" : nil
        }
        #expect(search.violation == [], "\(search.worlds) worlds, \(search.steps) steps")
        #expect(search.worlds > 100)
    }

    /// A phone and its copy, taken at any moment, each with the PIN.
    @Test("a copy is found when the second of the two proves, whatever was lost", arguments: extents)
    func copies(sessions: Int, depth: Int) {
        let search = Search(from: ModelWorld(sessions: sessions), depth: depth) { world in
            guard world.server.store.signKey == .active else { return [] }
            return world.phones.indices.flatMap { ModelEvents.phone($0, world, .ofRatchet) }
                + ModelEvents.surroundings(world)
                + ModelEvents.copying(world)
        } broken: { before, step in
            if step.world.phones.allSatisfy(\.hasProved) { return "both have proved unnoticed" }
            guard case .refused(let code)? = step.note.answer else { return nil }
            let hasProved = before.phones.contains(where: \.hasProved)
            if code == "RATCHET_UNKNOWN" { return "a copy passes for noise" }
            if code == "RATCHET_CLONE", !hasProved { return "suspended before two phones have proved" }
            if code == "RATCHET_CLONE", !Self.isSuspended(step.world) { return "found, but not suspended" }
            return nil
        }
        #expect(search.violation == [], "\(search.worlds) worlds, \(search.steps) steps")
        #expect(search.worlds > 500)
    }

    /// Whoever could name a ratchet of the past would leave it where the original expects it.
    @Test("a ratchet that was used gives no c3 as the next one")
    func namingThePast() {
        let search = Search(from: ModelWorld(sessions: 2), depth: 8) { world in
            guard world.server.store.signKey == .active else { return [] }
            return ModelEvents.undisturbed(world) + ModelEvents.namingThePast(world)
        } broken: { _, step in
            guard step.event.hasPrefix("copy") else { return nil }
            if step.note.answer == .c3 { return "c3 left" }
            return step.note.hasMovedRatchet ? "the ratchet moved" : nil
        }
        #expect(search.violation == [], "\(search.worlds) worlds, \(search.steps) steps")
        #expect(search.worlds > 5)
    }

    /// One phone, which loses messages, repeats them, is killed and started again, on a server that is too.
    @Test("an honest phone is never suspended and never unknown", arguments: extents)
    func honest(sessions: Int, depth: Int) {
        let search = Search(from: ModelWorld(sessions: sessions), depth: depth) { world in
            ModelEvents.phone(0, world, .full) + ModelEvents.surroundings(world)
        } broken: { _, step in
            let store = step.world.server.store
            if store.signKey != .active || store.authKey != .active { return "a key is not ACTIVE" }
            guard case .refused(let code)? = step.note.answer else { return nil }
            return code.hasPrefix("RATCHET_") ? code : nil
        }
        #expect(search.violation == [], "\(search.worlds) worlds, \(search.steps) steps")
        #expect(search.worlds > 500)
    }

    private static func isSuspended(_ world: ModelWorld) -> Bool {
        world.server.store.signKey == .suspended && world.server.store.authKey == .suspended
    }
}
