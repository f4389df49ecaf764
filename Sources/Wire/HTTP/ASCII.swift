/// Character classes of RFC 9110 §5.6 and RFC 3986 as one table of bits.
enum ASCII {
    static let token: UInt8 = 1
    static let target: UInt8 = 2
    static let host: UInt8 = 4

    private static let classes: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        func mark(_ text: String, _ bits: UInt8) {
            for byte in text.utf8 { table[Int(byte)] |= bits }
        }
        let alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        mark(alphanumeric, token | target | host)
        mark("!#$%&'*+-.^_`|~", token)
        // Unreserved, sub-delims, `:` `@` `/` `?` and `%` (RFC 3986 §3.3 and §3.4).
        mark("-._~!$&'()*+,;=:@/?%", target)
        // Names, IPv4, `[IPv6]` and a port; no sub-delims, no user information.
        mark("-._~:[]", host)
        return table
    }()

    /// Whether every byte is of one of the classes in `bits`.
    static func all(_ bytes: some Sequence<UInt8>, _ bits: UInt8) -> Bool {
        bytes.withContiguousStorageIfAvailable { all($0, bits) }
            ?? Array(bytes).withUnsafeBufferPointer { all($0, bits) }
    }

    private static func all(_ bytes: UnsafeBufferPointer<UInt8>, _ bits: UInt8) -> Bool {
        classes.withUnsafeBufferPointer { table in
            for byte in bytes where table[Int(byte)] & bits == 0 { return false }
            return true
        }
    }

    /// Whether `text` is `lower` without regard to case; `lower` must be lower case.
    static func equals(_ text: some Collection<UInt8>, _ lower: String.UTF8View) -> Bool {
        guard text.count == lower.count else { return false }
        return zip(text, lower).allSatisfy { byte, expected in
            (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == expected
        }
    }

    /// A decimal number of at least one digit; nil for anything else. Saturates, so that it cannot overflow.
    static func decimal(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            value = overflow || product > Int.max - 9 ? Int.max - 9 : product + Int(digit - 0x30)
        }
        return value
    }
}
