/// SQL text that can only come from literals in the source: there is no way to make one from a value, which is how
/// this module keeps the rule that no statement is built from data.
struct SQL: Sendable, ExpressibleByStringLiteral {
    let text: String

    init(stringLiteral literal: StaticString) {
        text = literal.description
    }

    private init(joined: String) {
        text = joined
    }

    static func + (a: SQL, b: SQL) -> SQL {
        SQL(joined: a.text + " " + b.text)
    }
}
