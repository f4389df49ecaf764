/// The bytes of a member's value exactly as they were sent, for texts whose hash is signed.
public enum RawMember {
    /// The value of the body's member of that name, without the blanks around it; nil when it is absent.
    ///
    /// - Parameter body: a JSON object that `JSONParser` has accepted: what a broken one gives is not said.
    public static func bytes(_ name: String, of body: [UInt8]) -> ArraySlice<UInt8>? {
        var scanner = Scanner(body: body, rest: body[...])
        scanner.skipBlanks()
        guard scanner.take(0x7B) else { return nil }
        while true {
            scanner.skipBlanks()
            guard let key = scanner.value(), let text = try? JSONParser.parse(Array(key)).string else { return nil }
            scanner.skipBlanks()
            guard scanner.take(0x3A) else { return nil }
            scanner.skipBlanks()
            guard let value = scanner.value() else { return nil }
            if text.utf8.elementsEqual(name.utf8) { return value }
            scanner.skipBlanks()
            guard scanner.take(0x2C) else { return nil }
        }
    }

    private struct Scanner {
        let body: [UInt8]
        var rest: ArraySlice<UInt8>

        mutating func skipBlanks() {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        }

        mutating func take(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }

        /// One value: a string, an object or array with what is in it, or a word. Nil at the end of the body.
        mutating func value() -> ArraySlice<UInt8>? {
            let start = rest.startIndex
            var depth = 0
            repeat {
                guard let byte = rest.first else { return nil }
                switch byte {
                case 0x22: skipString()
                case 0x7B, 0x5B:
                    depth += 1
                    rest.removeFirst()
                case 0x7D, 0x5D:
                    depth -= 1
                    rest.removeFirst()
                case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x3A:
                    // Between the parts of what is open.
                    guard depth > 0 else { return nil }
                    rest.removeFirst()
                default: skipWord()
                }
            } while depth > 0
            guard depth == 0 else { return nil }
            return body[start..<rest.startIndex]
        }

        private mutating func skipString() {
            rest.removeFirst()
            while let byte = rest.popFirst() {
                if byte == 0x22 { return }
                if byte == 0x5C { _ = rest.popFirst() }
            }
        }

        /// A number, `true`, `false` or `null`.
        private mutating func skipWord() {
            rest = rest.drop {
                switch $0 {
                case 0x20, 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: false
                default: true
                }
            }
        }
    }
}
