import ServerTestSupport
import TestSupport
import Wire

/// Spoils messages in a way that is the same in every run.
struct Mutator: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }

    /// A change of the text, of one member's JSON, of its Base64, of its bytes or of its width.
    mutating func mutate(_ body: [UInt8]) -> [UInt8] {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: return text(body)
        case 1: return text(text(body))
        case 2: return member(body) { $0.replacement(for: $1) }
        case 3: return member(body) { _, _ in nil }
        case 4: return member(body) { $0.base64($1) }
        case 5: return member(body) { $0.width($1) }
        default: return member(body) { $0.bit($1) }
        }
    }

    /// A bit flipped, bytes cut out, doubled or put in, anywhere in the text.
    private mutating func text(_ body: [UInt8]) -> [UInt8] {
        guard !body.isEmpty else { return body }
        var body = body
        let place = Int.random(in: 0..<body.count, using: &self)
        switch Int.random(in: 0..<5, using: &self) {
        case 0: body[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 1: body.removeSubrange(place..<min(body.count, place + Int.random(in: 1...9, using: &self)))
        case 2: body.insert(contentsOf: body[place..<min(body.count, place + 5)], at: place)
        case 3: body[place] = UInt8.random(in: 0...255, using: &self)
        default: body.removeLast(body.count - place)
        }
        return body
    }

    /// Changes one member, of the body or of its first slot.
    private mutating func member(
        _ body: [UInt8], _ change: (inout Mutator, JSONValue) -> JSONValue?
    ) -> [UInt8] {
        guard let object = (try? JSONParser.parse(body))?.object else { return body }
        let slot = object["slots"]?.array?.first?.object
        let names = (slot ?? object).members.map(\.name)
        guard let name = names.randomElement(using: &self), let old = (slot ?? object)[name] else { return body }
        let new = change(&self, old)
        let edited =
            slot == nil
            ? try? BodyEditing.edit(body, name) { _ in new } : try? BodyEditing.editSlot(body, name) { _ in new }
        return edited ?? body
    }

    private mutating func replacement(for old: JSONValue) -> JSONValue {
        let values: [JSONValue] = [
            .null, .bool(true), .number(JSONNumber(-1)), .number(JSONNumber(1 << 53)), .string(""), .string("\u{0}"),
            .string("АУТН"), .array([]), .array([old, old]), .object(["x": old]),
        ]
        return values.randomElement(using: &self) ?? .null
    }

    private mutating func base64(_ old: JSONValue) -> JSONValue? {
        guard var text = old.string.map({ Array($0.utf8) }), !text.isEmpty else { return replacement(for: old) }
        let place = Int.random(in: 0..<text.count, using: &self)
        switch Int.random(in: 0..<4, using: &self) {
        case 0: text[place] = UInt8(ascii: "-")
        case 1: text.append(UInt8(ascii: "="))
        case 2: text.remove(at: place)
        default: text.insert(UInt8(ascii: "\n"), at: place)
        }
        return .string(String(decoding: text, as: UTF8.self))
    }

    private mutating func width(_ old: JSONValue) -> JSONValue? {
        guard let bytes = Self.decoded(old) else { return replacement(for: old) }
        let extra = Int.random(in: 1...3, using: &self)
        let changed: [UInt8]
        switch Int.random(in: 0..<4, using: &self) {
        case 0: changed = Array(bytes.dropLast(extra))
        case 1: changed = bytes + [UInt8](repeating: 0, count: extra)
        case 2: changed = [UInt8](repeating: 0, count: extra) + bytes
        default: changed = Array(bytes.dropFirst(extra))
        }
        return .string(Base64.encode(changed))
    }

    private mutating func bit(_ old: JSONValue) -> JSONValue? {
        guard var bytes = Self.decoded(old), !bytes.isEmpty else { return replacement(for: old) }
        bytes[Int.random(in: 0..<bytes.count, using: &self)] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        return .string(Base64.encode(bytes))
    }

    private static func decoded(_ value: JSONValue) -> [UInt8]? { value.string.flatMap { Base64.decode($0) } }
}
