/// Reads DER strictly: definite, shortest lengths, low tag numbers, nothing left over unless the caller goes on
/// reading. Input comes from strangers, so nothing here traps.
struct DERReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// One element: its identifier byte and its content.
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// The next element, or `nil` when the bytes are not DER.
    mutating func next() -> Element? {
        guard let tag = byte(), tag & 0x1F != 0x1F, let content = content() else { return nil }
        return Element(tag: tag, content: content)
    }

    /// The number and content of the next element, whose tag must be context-specific and constructed: what an EXPLICIT
    /// tag looks like. Numbers from 31 on have the long form (X.690 §8.1.2.4); up to 2^21 they are read.
    mutating func nextExplicit() -> (number: Int, content: ArraySlice<UInt8>)? {
        guard let lead = byte(), lead & 0xE0 == 0xA0 else { return nil }
        var number = Int(lead & 0x1F)
        if number == 0x1F {
            number = 0
            var digits = 0
            while true {
                guard let digit = byte(), digits < 3, digits > 0 || digit != 0x80 else { return nil }
                number = number << 7 | Int(digit & 0x7F)
                digits += 1
                if digit < 0x80 { break }
            }
            guard number >= 0x1F else { return nil }
        }
        return content().map { (number, $0) }
    }

    /// The length and as many bytes.
    private mutating func content() -> ArraySlice<UInt8>? {
        guard let first = byte() else { return nil }
        var count = Int(first)
        if first >= 0x80 {
            let digits = Int(first & 0x7F)
            guard (1...4).contains(digits) else { return nil }
            count = 0
            for _ in 0..<digits {
                guard let digit = byte() else { return nil }
                count = count << 8 | Int(digit)
            }
            // The shortest form has no leading zero and is not used where one byte would do.
            guard count >= 0x80, count >> (8 * (digits - 1)) != 0 else { return nil }
        }
        guard count <= bytes.endIndex - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// The content of the next element if it has that tag.
    mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard let element = next(), element.tag == tag else { return nil }
        return element.content
    }

    /// The magnitude of the next element, a non-negative INTEGER in its shortest form; zero is the empty magnitude.
    mutating func nextUnsigned() -> ArraySlice<UInt8>? {
        guard let content = next(DER.integerTag), let first = content.first, first < 0x80 else { return nil }
        guard first == 0 else { return content }
        let rest = content.dropFirst()
        if let second = rest.first, second < 0x80 { return nil }
        return rest
    }

    /// Dotted form of an OBJECT IDENTIFIER's content, `nil` when it is not one (or an arc exceeds 2^28).
    static func dotted(_ content: ArraySlice<UInt8>) -> String? {
        var arcs: [Int] = []
        var value = 0
        var open = false
        for byte in content {
            guard open || byte != 0x80, value < 1 << 21 else { return nil }
            value = value << 7 | Int(byte & 0x7F)
            open = byte >= 0x80
            if !open {
                arcs.append(value)
                value = 0
            }
        }
        guard !open, let head = arcs.first else { return nil }
        let top = min(head / 40, 2)
        return ([top, head - 40 * top] + arcs.dropFirst()).map(String.init).joined(separator: ".")
    }

    private mutating func byte() -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        defer { position += 1 }
        return bytes[position]
    }
}
