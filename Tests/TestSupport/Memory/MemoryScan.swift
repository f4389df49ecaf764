import Glibc

/// The writable memory of this process, read as it lies there.
public enum MemoryScan {
    struct Mapping {
        let range: Range<UInt>
        let name: String
    }

    /// Where a piece of a secret was found.
    public struct Hit: Sendable, CustomStringConvertible {
        public let name: String
        public let address: UInt
        let mapping: String

        public var description: String { "\(name) at \(String(address, radix: 16)) in \(mapping)" }
    }

    struct Failure: Error {
        let text: String
    }

    /// Above this a mapping is reserved address space (a sanitiser's shadow) and not memory.
    private static let largest: UInt = 1 << 30

    static func mappings() throws -> [Mapping] {
        try read("/proc/self/maps").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count >= 5, fields[1].hasPrefix("rw") else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { return nil }
            return Mapping(range: ends[0]..<ends[1], name: fields.count > 5 ? String(fields[5]) : "anonymous")
        }
    }

    private static func read(_ path: String) throws -> String {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw Failure(text: "no \(path)") }
        defer { close(file) }
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let got = Glibc.read(file, &block, block.count)
            guard got > 0 else { break }
            text += block.prefix(got)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Every piece in every writable mapping, at every offset.
    /// - Returns: the hits, and how many bytes were read
    public static func run(_ needles: Needles) throws -> (hits: [Hit], bytes: Int) {
        let file = open("/proc/self/mem", O_RDONLY)
        guard file >= 0 else { throw Failure(text: "no /proc/self/mem") }
        defer { close(file) }
        let size = 1 << 20
        // The window itself is a copy of what was read, so it is no place to look at.
        let window = UnsafeMutableRawPointer.allocate(byteCount: size + 8, alignment: 4_096)
        defer {
            memset(window, 0, size + 8)
            window.deallocate()
        }
        let own = UInt(bitPattern: window)..<UInt(bitPattern: window) + UInt(size + 8)
        let search = NeedleSearch(needles)
        var hits: [Hit] = []
        var bytes = 0
        for mapping in try mappings() where UInt(mapping.range.count) <= largest {
            var at = mapping.range.lowerBound
            while at < mapping.range.upperBound {
                // Eight bytes more than the step, so that no piece is cut.
                let wanted = min(UInt(size + 7), mapping.range.upperBound - at)
                let got = pread(file, window, Int(wanted), off_t(at))
                if got > 7 {
                    bytes += min(got, size)
                    search.find(in: UnsafeRawBufferPointer(start: window, count: got)) { offset, name in
                        let address = at + UInt(offset)
                        if offset < size, !own.contains(address) {
                            hits.append(Hit(name: name, address: address, mapping: mapping.name))
                        }
                    }
                }
                at += UInt(size)
            }
        }
        return (hits, bytes)
    }
}
