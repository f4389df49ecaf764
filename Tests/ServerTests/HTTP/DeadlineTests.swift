import Testing

@testable import Server

@Suite struct DeadlineTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }

    @Test func placesExpireOnceAndInAnyOrder() {
        var table = DeadlineTable(granularityMilliseconds: 10)
        table.grow(to: 4)
        #expect(table.nextScan == .never)
        table.set(2, at(50))
        table.set(0, at(100))
        table.set(3, at(60))
        table.clear(3)
        table.set(99, at(1))
        #expect(table.nextScan == at(50))
        #expect(table.expired(at: at(49)).isEmpty)
        #expect(table.expired(at: at(50)) == [2])
        #expect(table.nextScan == at(100))
        #expect(table.expired(at: at(200)) == [0])
        #expect(table.nextScan == .never)
    }

    @Test func aMovedDeadlineCountsAsItStandsNow() {
        var table = DeadlineTable(granularityMilliseconds: 10)
        table.grow(to: 1)
        table.set(0, at(50))
        table.set(0, at(500))
        #expect(table.expired(at: at(60)).isEmpty)
        #expect(table.nextScan == at(500))
        table.set(0, at(61))
        // Not before the granularity has passed since the last scan.
        #expect(table.nextScan == at(70))
    }

    @Test func aBodyEarnsTimeWithItsBytesUpToATotal() {
        var rules = TransportDeadlines()
        rules.bodyGraceMilliseconds = 5_000
        rules.bytesPerSecond = 1_000
        rules.bodyTotalMilliseconds = 60_000
        #expect(rules.body(start: at(0), bytes: 0) == at(5_000))
        #expect(rules.body(start: at(0), bytes: 10_000) == at(15_000))
        #expect(rules.body(start: at(0), bytes: 1_000_000) == at(60_000))
        #expect(rules.body(start: at(0), bytes: .max) <= at(60_000))
    }

    @Test func aResponseMustMoveAndKeepItsRate() {
        var rules = TransportDeadlines()
        rules.writeStallMilliseconds = 30_000
        rules.bytesPerSecond = 1_000
        #expect(rules.write(start: at(0), progress: at(0), bytes: 0) == at(30_000))
        #expect(rules.write(start: at(0), progress: at(29_000), bytes: 1) == at(30_001))
        #expect(rules.write(start: at(0), progress: at(1_000), bytes: 1_000_000) == at(31_000))
    }

    @Test func timesSaturateInsteadOfTrapping() {
        #expect(MonotonicTime.never.advanced(byMilliseconds: 1) == .never)
        #expect(MonotonicTime.never.since(at(0)) == Int(Int32.max))
        #expect(at(.min).since(.never) == Int(Int32.min))
    }

    @Test func aPlaceThatIsUsedAgainHasAnotherName() {
        var table = ConnectionTable()
        let peer = IPAddress.unspecified
        let channel = Channel(descriptor: -1, tls: nil)
        let first = table.insert { Connection(id: $0, channel: channel, peer: peer, now: at(0)) }
        table.remove(first.id)
        let second = table.insert { Connection(id: $0, channel: channel, peer: peer, now: at(0)) }
        #expect(first.id.index == second.id.index)
        #expect(table[first.id] == nil)
        #expect(table[second.id] === second)
        #expect(ConnectionID(token: second.id.token) == second.id)
        table.remove(first.id)
        #expect(table.count == 1)
    }
}
