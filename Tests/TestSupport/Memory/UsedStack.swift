import CDispatch
import Glibc
import Synchronization

/// What a call leaves on the stack below it.
public enum UsedStack {
    private static let byteCount = 1 << 20

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        /// An address in the frame of the thread's first function, once the body has returned: what is above belongs
        /// to the C library.
        let top = Atomic(UInt(0))
        let isLookedAt = Atomic(false)

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func reset() {
            top.store(0, ordering: .relaxed)
            isLookedAt.store(false, ordering: .relaxed)
        }

        /// The end of a thread uses its stack too, and is waited with.
        @inline(never)
        func run() {
            var marker = 0
            body()
            top.store(withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }, ordering: .releasing)
            while !isLookedAt.load(ordering: .acquiring) { sched_yield() }
        }
    }

    /// Runs the body on a thread whose stack was zeros before, and reads that stack.
    /// - Returns: how many bytes were used, and the pieces that lie there
    public static func after(_ needles: Needles, _ body: () -> Void) -> (bytes: Int, findings: [String]) {
        var bytes = 0
        var findings: [String] = []
        onStack(body) { run in
            run { stack in
                bytes = stack.count { $0 != 0 }
                NeedleSearch(needles).find(in: stack) { offset, name in
                    findings.append("\(name), \(stack.count - offset) bytes below the caller")
                }
            }
        }
        return (bytes, findings)
    }

    /// Whether the body leaves the same bytes whatever the secrets are.
    /// - Parameters:
    ///   - draw: puts other secrets to the places where the body finds them
    ///   - body: deterministic, and without the allocator, whose addresses it would leave
    public static func isTheSame(beforeEach draw: () -> Void, _ body: () -> Void) -> Bool {
        var images: [[UInt8]] = []
        onStack(body) { run in
            // What the first call alone does, such as the binding of a symbol, is no part of it.
            for _ in 0..<3 {
                draw()
                run { images.append(Array($0)) }
            }
        }
        return images[1].contains { $0 != 0 } && images[1] == images[2]
    }

    /// One stack and one job for as many runs as are wanted: their addresses lie on the stack.
    private static func onStack(_ body: () -> Void, _ use: (((UnsafeRawBufferPointer) -> Void) -> Void) -> Void) {
        let stack = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4_096)
        defer {
            memset(stack, 0, byteCount)
            stack.deallocate()
        }
        // The first call of a function from a library puts all registers on the stack, and what is left in them.
        sched_yield()
        withoutActuallyEscaping(body) { body in
            // Sound: the caller waits for the thread, and touches nothing meanwhile.
            nonisolated(unsafe) let body = body
            let job = Job { body() }
            use { look in run(job, on: stack, look) }
        }
    }

    private static func run(
        _ job: Job, on stack: UnsafeMutableRawPointer, _ look: (UnsafeRawBufferPointer) -> Void
    ) {
        memset(stack, 0, byteCount)
        job.reset()
        var attributes = pthread_attr_t()
        var thread: UInt = 0
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstack(&attributes, stack, byteCount)
        let status = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Job>.fromOpaque(context).takeUnretainedValue().run() }
                return nil
            }, Unmanaged.passUnretained(job).toOpaque())
        precondition(status == 0, "no thread")
        defer {
            job.isLookedAt.store(true, ordering: .releasing)
            pthread_join(thread, nil)
        }
        var top = UInt(0)
        while top == 0 {
            sched_yield()
            top = job.top.load(ordering: .acquiring)
        }
        let used = UnsafeRawBufferPointer(start: stack, count: Int(top - UInt(bitPattern: stack)))
        look(used)
    }
}
