/// The members of a JSON object in their order. Names compare by their UTF-8 bytes: `String` equality would take
/// canonically equivalent names for one, and two parsers would then see different objects.
public struct JSONObject: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    public struct Member: Sendable, Equatable {
        public let name: String
        public let value: JSONValue

        public static func == (a: Member, b: Member) -> Bool {
            JSONObject.sameBytes(a.name, b.name) && a.value == b.value
        }
    }

    public private(set) var members: [Member]

    public init() {
        self.members = []
    }

    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.members = []
        for (name, value) in elements { self[name] = value }
    }

    /// For the parser, which has already refused duplicates.
    init(unique members: [Member]) {
        self.members = members
    }

    /// The value of the member of exactly that name. Setting keeps the place of an existing member; nil removes it.
    public subscript(_ name: String) -> JSONValue? {
        get { members.first { Self.sameBytes($0.name, name) }?.value }
        set {
            let index = members.firstIndex { Self.sameBytes($0.name, name) }
            switch (index, newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    static func sameBytes(_ a: String, _ b: String) -> Bool {
        a.utf8.elementsEqual(b.utf8)
    }
}
