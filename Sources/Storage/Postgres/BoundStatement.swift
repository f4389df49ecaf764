/// A statement with its values, ready to be sent.
struct BoundStatement: Sendable {
    let statement: Statement
    let parameters: [Parameter]

    init(_ statement: Statement, _ parameters: [Parameter]) {
        self.statement = statement
        self.parameters = parameters
    }
}

extension Statement {
    /// `SigningStatements.burn(.bytes(id), .text(reason))`.
    func callAsFunction(_ parameters: Parameter...) -> BoundStatement { BoundStatement(self, parameters) }
}
