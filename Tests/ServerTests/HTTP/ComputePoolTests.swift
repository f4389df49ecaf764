import Glibc
import Synchronization
import Testing

@testable import Server

@Suite struct ComputePoolTests {
    struct Secret: ~Copyable {
        let value: Int
    }

    @Test func aValueComesBackAlsoOneThatCannotBeCopied() throws {
        let pool = ComputePool(threads: 2)
        let factor = Secret(value: 6)
        let product = try pool.run(.prove) { Secret(value: factor.value * 7) }
        #expect(product.value == 42)
        var captured = 0
        try pool.run(.enrolment) { captured = 1 }
        #expect(captured == 1)
        pool.stop()
    }

    @Test func manyCallersManyTimes() {
        let pool = ComputePool(threads: 2, queueCapacity: 64)
        let sum = Tally()
        let threads = (0..<8).compactMap { number in
            OSThread.start(name: "caller") {
                for round in 0..<2_000 {
                    // The closure captures its surroundings: what withoutActuallyEscaping watches over.
                    let local = number * 10_000 + round
                    let seen = (try? pool.run(.prove) { local &+ 1 }) ?? 0
                    if seen == local + 1 { sum.add() }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(sum.value == 16_000)
        pool.stop()
    }

    @Test func theClassesAreServedInTheirOrder() {
        let pool = ComputePool(threads: 1, queueCapacity: 32)
        let latch = Latch()
        let order = Mutex<[ComputeClass]>([])
        pool.tryEnqueue(.prove) { latch.wait() }
        #expect(eventually { pool.load.busy == 1 })
        for priority in [ComputeClass.ahead, .enrolment, .prove, .ahead, .enrolment, .prove] {
            #expect(pool.tryEnqueue(priority) { order.withLock { $0.append(priority) } })
        }
        latch.open()
        #expect(eventually { order.withLock { $0.count } == 6 })
        #expect(order.withLock { $0 } == [.prove, .prove, .enrolment, .enrolment, .ahead, .ahead])
        pool.stop()
    }

    @Test func aFullQueueRefusesAndAheadIsRefusedFirst() {
        let pool = ComputePool(threads: 1, queueCapacity: 4)
        let latch = Latch()
        pool.tryEnqueue(.prove) { latch.wait() }
        #expect(eventually { pool.load.busy == 1 })
        #expect(pool.tryEnqueue(.ahead) {})
        #expect(pool.tryEnqueue(.ahead) {})
        #expect(!pool.tryEnqueue(.ahead) {})
        #expect(pool.tryEnqueue(.enrolment) {})
        #expect(!pool.tryEnqueue(.enrolment) {})
        #expect(pool.tryEnqueue(.prove) {})
        #expect(throws: ComputeOverload.self) { try pool.run(.prove) { 1 } }
        latch.open()
        pool.stop()
        #expect(throws: ComputeOverload.self) { try pool.run(.prove) { 1 } }
    }

    @Test func workThatHasNotBegunByItsDeadlineIsNotBegun() {
        let pool = ComputePool(threads: 1, queueCapacity: 4)
        let latch = Latch()
        pool.tryEnqueue(.prove) { latch.wait() }
        #expect(eventually { pool.load.busy == 1 })
        var ran = false
        #expect(throws: ComputeOverload.self) {
            try pool.run(.prove, deadline: .now().advanced(byMilliseconds: 30)) { ran = true }
        }
        latch.open()
        pool.stop()
        #expect(!ran)
    }
}
