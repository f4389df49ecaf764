import HeapWatch

/// What this thread gives back to the allocator, block by block, as it is at that moment.
public enum FreedMemory {
    /// False under a sanitiser.
    public static var canBeWatched: Bool { heap_can_watch() }

    private final class Report {
        let search: NeedleSearch?
        var blocks = 0
        var findings: [String] = []

        init(_ search: NeedleSearch?) { self.search = search }

        func look(_ block: UnsafeRawBufferPointer) {
            blocks += 1
            guard let search else {
                if let first = block.firstIndex(where: { $0 != 0 }) {
                    findings.append("\(block.count) bytes, not zero from \(first) on")
                }
                return
            }
            search.find(in: block) { offset, name in
                findings.append("\(name) at \(offset) of \(block.count) bytes")
            }
        }
    }

    /// - Parameters:
    ///   - needles: what must not be in a block; nil: anything but zeros
    ///   - body: runs on this thread
    /// - Returns: how many blocks were given back, and what was found in them
    public static func watch(
        _ needles: Needles? = nil, during body: () throws -> Void
    ) rethrows -> (blocks: Int, findings: [String]) {
        let report = Report(needles.map { NeedleSearch($0) })
        let look: heap_look = { block, size, context in
            guard let context else { return }
            Unmanaged<Report>.fromOpaque(context).takeUnretainedValue()
                .look(UnsafeRawBufferPointer(start: block, count: size))
        }
        try withExtendedLifetime(report) {
            heap_watch(look, Unmanaged.passUnretained(report).toOpaque())
            defer { heap_watch_end() }
            try body()
        }
        return (report.blocks, report.findings)
    }
}
