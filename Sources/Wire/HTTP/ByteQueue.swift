/// Received bytes that are not consumed yet, with a cursor that never looks at a byte twice.
///
/// Consumed bytes are dropped when they outweigh the rest, so that the work is linear however the bytes arrive.
struct ByteQueue: Sendable {
    enum Line {
        case incomplete
        /// Consumed, without its CRLF. Valid until the next mutation.
        case complete(Range<Int>)
        case tooLong
        case refused(HTTPRefusal)
    }

    private(set) var storage: [UInt8] = []
    private var start = 0
    /// Up to here the current line has been looked at.
    private var scanned = 0

    var count: Int { storage.count - start }
    var isEmpty: Bool { count == 0 }
    var first: UInt8? { start < storage.count ? storage[start] : nil }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        if start > 0, start >= storage.count - start {
            storage.removeFirst(start)
            scanned = max(0, scanned - start)
            start = 0
        }
        storage.append(contentsOf: bytes)
    }

    /// Consumes one line that ends with CRLF. Its bytes are judged one by one in order: what is wrong shows at the same
    /// byte however the input was cut. `limit` counts the line without CRLF.
    mutating func line(limit: Int) -> Line {
        let from = start
        scanned = max(scanned, from)
        let (end, refusal) = storage.withUnsafeBufferPointer { bytes in Self.scan(bytes, from, &scanned, limit) }
        if let refusal { return refusal }
        guard let end else { return .incomplete }
        start = end + 2
        scanned = start
        return .complete(from..<end)
    }

    /// The offset of the line's CR once its LF is there, or why there cannot be a line.
    private static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ from: Int, _ at: inout Int, _ limit: Int
    ) -> (end: Int?, refusal: Line?) {
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x0D {
                guard at + 1 < bytes.count else { return (nil, nil) }
                return bytes[at + 1] == 0x0A ? (at, nil) : (nil, .refused(.bareCR))
            }
            if byte == 0x0A { return (nil, .refused(.bareLF)) }
            if byte < 0x20 && byte != 0x09 || byte == 0x7F { return (nil, .refused(.control)) }
            if at - from >= limit { return (nil, .tooLong) }
            at += 1
        }
        return (nil, nil)
    }

    /// Consumes up to `count` bytes and appends them to `output`; returns how many.
    mutating func take(_ count: Int, into output: inout [UInt8]) -> Int {
        let taken = min(max(count, 0), self.count)
        output.append(contentsOf: storage[start..<start + taken])
        start += taken
        scanned = start
        return taken
    }

    /// Consumes `count` bytes once they are all there; nil and nothing consumed before.
    mutating func take(exactly count: Int) -> [UInt8]? {
        guard self.count >= count else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(max(count, 0))
        _ = take(count, into: &output)
        return output
    }

    /// Consumes one byte.
    mutating func next() -> UInt8? {
        guard start < storage.count else { return nil }
        let byte = storage[start]
        start += 1
        scanned = start
        return byte
    }

    /// Gives the memory back when nothing is left: an idle connection costs next to nothing.
    mutating func releaseIfEmpty() {
        if isEmpty { removeAll() }
    }

    mutating func removeAll() {
        storage = []
        start = 0
        scanned = 0
    }
}
