import HeapWatch

/// Looks for needles, in C: in a debug build megabytes would take seconds otherwise.
final class NeedleSearch {
    private let names: [UInt64: String]
    private let beginnings: UnsafeMutableBufferPointer<Bool>
    private let pieces: UnsafeMutableBufferPointer<UInt64>
    private let mask: UInt64

    init(_ needles: Needles) {
        names = needles.names
        mask = needles.mask
        beginnings = .allocate(capacity: 1 << 16)
        beginnings.initialize(repeating: false)
        pieces = .allocate(capacity: names.count)
        _ = pieces.initialize(from: names.keys.sorted())
        for piece in pieces { beginnings[Int(UInt16(truncatingIfNeeded: piece ^ mask))] = true }
    }

    deinit {
        beginnings.deallocate()
        pieces.deallocate()
    }

    /// Every piece, at every offset.
    func find(in memory: UnsafeRawBufferPointer, _ found: (_ offset: Int, _ name: String) -> Void) {
        var needles = heap_needles(
            beginnings: beginnings.baseAddress, pieces: pieces.baseAddress, count: pieces.count, mask: mask)
        var offset = 0, piece: UInt64 = 0
        while true {
            offset = heap_find(&needles, memory.baseAddress, memory.count, offset, &piece)
            guard offset < memory.count else { return }
            found(offset, names[piece] ?? "")
            offset += 1
        }
    }
}
