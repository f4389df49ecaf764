/// A KeyDescription before it is encoded, each part open to damage. By default a good one. For tests.
struct SyntheticAndroidDescription {
    static let challenge = Array("a challenge of the server".utf8)
    static let signer = [UInt8](repeating: 0xA5, count: 32)
    static let package = "mn.example.tamga"

    var version: UInt64 = 300
    var attestationLevel: UInt8 = 1
    var keyMintLevel: UInt8 = 1
    var challenge = SyntheticAndroidDescription.challenge
    var software: [(tag: Int, value: [UInt8])] = [
        (701, DER.integer([1, 0x92, 0x30, 0x75, 0xE4, 0x92])),
        (709, application([(package, 7)], [signer])),
    ]
    var hardware: [(tag: Int, value: [UInt8])] = [
        (1, purposes([2])), (2, DER.integer([3])), (3, DER.integer([1, 0])), (5, purposes([4])), (10, DER.integer([1])),
        (503, [0x05, 0x00]), (702, DER.integer([])), (704, rootOfTrust()), (705, number(140_000)),
        (706, number(202_408)), (718, number(20_240_805)), (719, number(20_240_805)),
    ]
    /// What follows the eight fields.
    var tail: [UInt8] = []

    /// Replaces, adds or (nil) removes a property.
    mutating func setHardware(_ tag: Int, _ value: [UInt8]?) { Self.set(&hardware, tag, value) }
    mutating func setSoftware(_ tag: Int, _ value: [UInt8]?) { Self.set(&software, tag, value) }

    private static func set(_ list: inout [(tag: Int, value: [UInt8])], _ tag: Int, _ value: [UInt8]?) {
        let place = list.firstIndex { $0.tag == tag } ?? list.endIndex
        list.removeAll { $0.tag == tag }
        if let value { list.insert((tag, value), at: min(place, list.count)) }
    }

    var der: [UInt8] {
        DER.sequence([
            Self.number(version), DER.element(0x0A, [attestationLevel]), Self.number(version),
            DER.element(0x0A, [keyMintLevel]), DER.octetString(challenge), DER.octetString([]),
            Self.list(software), Self.list(hardware), tail,
        ])
    }

    static func list(_ properties: [(tag: Int, value: [UInt8])]) -> [UInt8] {
        DER.sequence(properties.map { explicit($0.tag, $0.value) })
    }

    /// `[tag] EXPLICIT value`, the short form of the tag below 31.
    static func explicit(_ tag: Int, _ value: [UInt8]) -> [UInt8] {
        if tag < 31 { return DER.constructed(UInt8(tag), value) }
        var digits = [UInt8(tag & 0x7F)]
        var rest = tag >> 7
        while rest > 0 {
            digits.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        // The element with a tag of one byte, of which the first byte is replaced.
        return [0xBF] + digits + DER.constructed(0, value).dropFirst()
    }

    static func number(_ value: UInt64) -> [UInt8] {
        DER.integer((0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) })
    }

    static func purposes(_ values: [UInt8]) -> [UInt8] { DER.element(0x31, values.flatMap { DER.integer([$0]) }) }

    static func rootOfTrust(locked: UInt8 = 0xFF, state: UInt8 = 0, hash: [UInt8]? = Array(1...32)) -> [UInt8] {
        DER.sequence([
            DER.octetString([UInt8](repeating: 9, count: 32)), DER.element(0x01, [locked]), DER.element(0x0A, [state]),
            hash.map(DER.octetString) ?? [],
        ])
    }

    static func application(_ packages: [(name: String, version: UInt64)], _ signers: [[UInt8]]) -> [UInt8] {
        let entries = packages.map { DER.sequence([DER.octetString(Array($0.name.utf8)), number($0.version)]) }
        return DER.octetString(
            DER.sequence([
                DER.element(0x31, Array(entries.joined())), DER.element(0x31, signers.flatMap(DER.octetString)),
            ]))
    }
}
