/// The arithmetic that `Base64` and `Base64URL` share: one alphabet, with or without padding, canonical only.
///
/// Canonical means that every byte string has exactly one text: no whitespace, the padding that RFC 4648 §3.2 asks for
/// (or none at all), and zero in the bits that the last character carries beyond the data (§3.5). Without that rule two
/// texts would name one value, and a hash over the text would not bind the value.
struct Base64Codec: Sendable {
    let padded: Bool
    private let characters: [UInt8]
    private let values: [UInt8]

    private static let pad: UInt8 = 0x3D
    private static let invalid: UInt8 = 0xFF

    init(sixtyTwo: UInt8, sixtyThree: UInt8, padded: Bool) {
        let alphabet = [UInt8](0x41...0x5A) + [UInt8](0x61...0x7A) + [UInt8](0x30...0x39) + [sixtyTwo, sixtyThree]
        var table = [UInt8](repeating: Self.invalid, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        self.characters = alphabet
        self.values = table
        self.padded = padded
    }

    /// Appends the text of `bytes` to `output`.
    func encode(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
        characters.withUnsafeBufferPointer { alphabet in
            var index = 0
            while index + 2 < bytes.count {
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                output.append(alphabet[Int(group >> 18)])
                output.append(alphabet[Int(group >> 12 & 63)])
                output.append(alphabet[Int(group >> 6 & 63)])
                output.append(alphabet[Int(group & 63)])
                index += 3
            }
            let left = bytes.count - index
            guard left > 0 else { return }
            let group = UInt32(bytes[index]) << 16 | (left == 2 ? UInt32(bytes[index + 1]) << 8 : 0)
            output.append(alphabet[Int(group >> 18)])
            output.append(alphabet[Int(group >> 12 & 63)])
            if left == 2 { output.append(alphabet[Int(group >> 6 & 63)]) }
            if padded { for _ in left..<3 { output.append(Self.pad) } }
        }
    }

    /// The bytes that `text` stands for, or nil when it is not the canonical text of any bytes.
    func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let significant = significantCount(text) else { return nil }
        let tail = significant % 4
        guard tail != 1 else { return nil }
        let wholeGroups = significant / 4
        let extra = tail == 0 ? 0 : tail - 1
        var output = [UInt8]()
        output.reserveCapacity(wholeGroups * 3 + extra)
        let complete = values.withUnsafeBufferPointer { table -> Bool in
            for group in 0..<wholeGroups {
                let at = group * 4
                let a = table[Int(text[at])], b = table[Int(text[at + 1])]
                let c = table[Int(text[at + 2])], d = table[Int(text[at + 3])]
                guard (a | b | c | d) & 0xC0 == 0 else { return false }
                output.append(a << 2 | b >> 4)
                output.append(b << 4 | c >> 2)
                output.append(c << 6 | d)
            }
            guard tail > 0 else { return true }
            let at = wholeGroups * 4
            let a = table[Int(text[at])], b = table[Int(text[at + 1])]
            let c: UInt8 = tail == 3 ? table[Int(text[at + 2])] : 0
            guard (a | b | c) & 0xC0 == 0 else { return false }
            output.append(a << 2 | b >> 4)
            guard tail == 3 else { return b & 0x0F == 0 }
            output.append(b << 4 | c >> 2)
            return c & 0x03 == 0
        }
        return complete ? output : nil
    }

    /// The number of characters without padding; nil when the padding is not what the alphabet's form asks for.
    private func significantCount(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard padded else { return text.count }
        guard text.count % 4 == 0 else { return nil }
        guard text.count > 0, text[text.count - 1] == Self.pad else { return text.count }
        return text[text.count - 2] == Self.pad ? text.count - 2 : text.count - 1
    }
}
