/// A breadth-first search over the worlds that events can lead to. Equal worlds are one: a world is reached first by
/// one of the shortest ways, and that way is what a broken rule is shown with.
public struct Exploration<World: Hashable, Note> {
    /// One event, the world after it, and what is to be known about the way there.
    public struct Step {
        public let event: String
        public let world: World
        public let note: Note

        public init(_ event: String, _ world: World, _ note: Note) {
            self.event = event
            self.world = world
            self.note = note
        }
    }

    public private(set) var worlds = 0
    public private(set) var steps = 0
    /// The events of the shortest way to a broken rule, and the rule; empty when none is broken.
    public private(set) var violation: [String] = []

    /// - Parameters:
    ///   - depth: how many events a way may have
    ///   - next: every event that can happen and what it leads to
    ///   - broken: what is wrong with a step, or nil
    public init(
        from start: World, depth: Int, next: (World) -> [Step], broken: (World, Step) -> String?
    ) {
        var order = [start]
        var seen: [World: Int] = [start: 0]
        var ways: [(from: Int, event: String)] = [(0, "")]
        var frontier = 0..<1
        search: for _ in 0..<depth {
            for index in frontier {
                let world = order[index]
                for step in next(world) {
                    steps += 1
                    if let rule = broken(world, step) {
                        violation = Self.way(to: index, ways) + [step.event, rule]
                        break search
                    }
                    guard seen[step.world] == nil else { continue }
                    seen[step.world] = order.count
                    order.append(step.world)
                    ways.append((index, step.event))
                }
            }
            frontier = frontier.upperBound..<order.count
            if frontier.isEmpty { break }
        }
        worlds = order.count
    }

    private static func way(to index: Int, _ ways: [(from: Int, event: String)]) -> [String] {
        var events: [String] = []
        var current = index
        while current != 0 {
            events.append(ways[current].event)
            current = ways[current].from
        }
        return events.reversed()
    }
}
