/// What was asked of PostgreSQL: statements that were executed, those that begin and end transactions among them, and
/// how often somebody waited for answers.
public struct Traffic: Sendable, Equatable {
    public internal(set) var statements = 0
    public internal(set) var roundTrips = 0

    static func += (a: inout Traffic, b: Traffic) {
        a.statements += b.statements
        a.roundTrips += b.roundTrips
    }
}
